// The same keys and rules as in the product. Before anything is drawn, so that nothing flashes.
const page = document.documentElement
page.dataset.scripted = ''
try {
  const scheme = localStorage.getItem('mantine-color-scheme-value')
  const dark =
    scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  const language = localStorage.getItem('folio.language')
  const session = localStorage.getItem('folio.session')
  if (session !== null) {
    page.dataset.session = ''
    askAhead(page.dataset.sessionFiles)
    // Once the page is read, before the program runs.
    document.addEventListener('readystatechange', () => drawShell(language), { once: true })
  }
  // Of the public pages, home is for visitors alone, and each language has its own address.
  if (page.dataset.page === 'home' && session !== null) location.replace('/dashboard')
  else if (page.dataset.page !== undefined && page.lang === 'es' && language === 'en')
    location.replace(`/en${location.pathname.replace(/\/$/, '')}${location.hash}`)
} catch {
  page.setAttribute('data-mantine-color-scheme', 'light')
}

// Of the program's own page: the frame (frame/Shell.tsx), which the program then replaces by itself.
function drawShell(language) {
  const shell = document.getElementById(language === 'en' ? 'shell-en' : 'shell-es')
  if (!(shell instanceof HTMLTemplateElement)) return
  const drawn = document.importNode(shell.content, true)
  const isReal = page.dataset.demonstration !== 'true'
  if (isReal) drawn.querySelector('[data-demonstration]')?.remove()
  // Whoever has no connection yet is led elsewhere than the address says (session/newcomer.ts).
  const at = localStorage.getItem('folio.newcomer') === null ? location.pathname : null
  for (const part of drawn.querySelectorAll('[data-at]')) {
    if (part.getAttribute('data-at') !== at) part.remove()
  }
  document.getElementById('root')?.append(drawn)
}

// What it would ask for only once it has begun (vite.config.ts notes it).
function askAhead(files = '') {
  for (const href of files.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    const ahead = href.endsWith('.css')
      ? { rel: 'preload', as: 'style' }
      : { rel: 'modulepreload', fetchPriority: 'low' }
    document.head.append(Object.assign(link, ahead, { crossOrigin: '', href }))
  }
}
