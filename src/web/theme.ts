import type { CSSVariablesResolver, MantineColorsTuple, VariantColorsResolver } from '@mantine/core'
import { createTheme, defaultVariantColorsResolver } from '@mantine/core'

const teal: MantineColorsTuple = [
  '#eef6f4',
  '#dcecea',
  '#b5d8d2',
  '#86bfb6',
  '#55a398',
  '#2f877c',
  '#1b7068',
  '#105e58',
  '#0c4c47',
  '#083936',
]
const red: MantineColorsTuple = [
  '#fef1ef',
  '#fbdedb',
  '#f6bcb6',
  '#f0958c',
  '#e86f63',
  '#d64a3e',
  '#c5342a',
  '#b42318',
  '#951b12',
  '#74140d',
]
const dark: MantineColorsTuple = [
  '#e7edeb',
  '#c2cecb',
  '#9db0ac',
  '#758984',
  '#374643',
  '#273331',
  '#19211f',
  '#121918',
  '#0e1514',
  '#090e0d',
]

/** Light badges and buttons of Mantine's own colours miss the contrast of WCAG AA. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  if (input.variant === 'subtle' || input.variant === 'light') {
    const isRed = input.color === 'red'
    return {
      ...colors,
      color: isRed ? 'var(--red)' : 'var(--accent)',
      hover: isRed ? 'var(--red-soft)' : 'var(--accent-soft)',
      hoverColor: isRed ? 'var(--red)' : 'var(--accent)',
      background: input.variant === 'light' ? 'var(--accent-soft)' : 'transparent',
    }
  }
  return colors
}

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  colors: { teal, red, dark },
  fontFamily: "'Geist Variable', 'Geist Fallback', system-ui, sans-serif",
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  defaultRadius: 'md',
  radius: { sm: '6px', md: '8px', lg: '12px' },
  focusRing: 'never',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
})

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: named(),
  dark: named(),
})

/** Mantine's own names follow our tokens (tokens.css), which know light and dark. */
function named(): Record<string, string> {
  return {
    '--mantine-color-body': 'var(--desk)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-2)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-error': 'var(--red)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--ink-3)',
    '--mantine-color-disabled-border': 'var(--line)',
  }
}
