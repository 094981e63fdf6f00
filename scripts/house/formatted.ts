import { format } from 'oxfmt'
import config from '../../oxfmt.config.ts'

/** The text of a file as `npm run format` would leave it; its name says the language. */
export async function formatted(file: string, text: string): Promise<string> {
  const { ignorePatterns: _, ...options } = config
  const { code, errors } = await format(file, text, options)
  const [error] = errors
  if (error !== undefined) throw new Error(`${file}: ${error.message}`)
  return code
}
