import { defineConfig } from 'oxfmt'

export default defineConfig({
  singleQuote: true,
  semi: false,
  printWidth: 100,
  trailingComma: 'all',
  arrowParens: 'always',
  sortPackageJson: false,
  ignorePatterns: ['build', '.data', 'package-lock.json', 'src/server/db/schema.ts', '*.md'],
})
