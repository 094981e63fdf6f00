import { SITE_LANGUAGES, SITE_PAGES, sitePath } from '#contract/pages.ts'

/** The keys of the product: a choice made here holds there. */
const LANGUAGE_KEY = 'folio.language'
const SCHEME_KEY = 'mantine-color-scheme-value'

export function followChoices(): void {
  followLanguage()
  followScheme()
}

function followLanguage(): void {
  const choice = document.querySelector<HTMLSelectElement>('[data-language-choice]')
  const page = SITE_PAGES.find((one) => one === choice?.dataset.languageChoice)
  if (choice === null || page === undefined) return
  // Browsers bring back what was chosen before a reload; the page knows its language better.
  choice.value = document.documentElement.lang
  // Whoever came by the address of a language and chose none goes on in it.
  if (localStorage.getItem(LANGUAGE_KEY) === null && choice.value === 'en') keepLanguage('en')
  choice.addEventListener('change', () => {
    const chosen = SITE_LANGUAGES.find((one) => one === choice.value) ?? 'es'
    keepLanguage(chosen)
    location.assign(sitePath(page, chosen) + location.hash)
  })
}

function keepLanguage(language: string): void {
  localStorage.setItem(LANGUAGE_KEY, language)
}

function followScheme(): void {
  const choice = document.querySelector<HTMLSelectElement>('[data-scheme-choice]')
  if (choice === null) return
  const ofDevice = matchMedia('(prefers-color-scheme: dark)')
  const draw = () => {
    const isDark = choice.value === 'dark' || (choice.value !== 'light' && ofDevice.matches)
    document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  }
  const stored = localStorage.getItem(SCHEME_KEY)
  choice.value = stored === 'dark' || stored === 'light' ? stored : 'auto'
  ofDevice.addEventListener('change', draw)
  choice.addEventListener('change', () => {
    localStorage.setItem(SCHEME_KEY, choice.value)
    draw()
  })
}
