import { isEmail } from '#web/ui/is-email.ts'

const ADDRESS = '/api/contact/'
const LONGEST_MS = 20_000

type Input = HTMLInputElement | HTMLTextAreaElement

/**
 * Sends the contact form. By hand and not by the contract: its schemas are ten times all the rest of this
 * page. What is said comes with the page, in its language.
 */
export function followContactForm(): void {
  const form = document.querySelector<HTMLFormElement>('form#contact')
  if (form === null) return
  let isSending = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isSending || !isComplete(form)) return
    isSending = true
    void submit(form).finally(() => {
      isSending = false
    })
  })
}

async function submit(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button')
  const label = button?.textContent ?? ''
  tell(form, '', 'good')
  if (button !== null) Object.assign(button, { disabled: true, textContent: busyText(form) })
  const ending = await send(form)
  if (button !== null) Object.assign(button, { disabled: false, textContent: label })
  if (ending === 'sent') form.reset()
  tell(form, form.dataset[ending] ?? '', ending === 'sent' ? 'good' : 'wrong')
}

function busyText(form: HTMLFormElement): string {
  return form.dataset.submitting ?? ''
}

async function send(form: HTMLFormElement): Promise<'sent' | 'failed' | 'throttled'> {
  const fields = Object.fromEntries(new FormData(form))
  try {
    const response = await fetch(ADDRESS, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': document.documentElement.lang,
      },
      body: JSON.stringify(fields),
      signal: AbortSignal.timeout(LONGEST_MS),
    })
    if (response.status === 429) return 'throttled'
    return response.ok ? 'sent' : 'failed'
  } catch {
    return 'failed'
  }
}

/** Says beside each field what it lacks, and goes to the first. */
function isComplete(form: HTMLFormElement): boolean {
  const lacking = inputsOf(form).filter((input) => {
    const problem = problemOf(input)
    const place = document.getElementById(`${input.id}-problem`)
    if (place !== null) place.textContent = problem
    if (problem === '') input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
    return problem !== ''
  })
  lacking[0]?.focus()
  return lacking.length === 0
}

function inputsOf(form: HTMLFormElement): Input[] {
  return [...form.querySelectorAll<Input>('input, textarea')]
}

function problemOf({ value, dataset }: Input): string {
  const { required, wrong } = dataset
  if (required !== undefined && value.trim() === '') return required
  const isAddress = isEmail(value)
  return wrong !== undefined && !isAddress ? wrong : ''
}

function tell(form: HTMLFormElement, text: string, tone: 'good' | 'wrong'): void {
  const told = form.querySelector<HTMLElement>('[data-told]')
  if (told === null) return
  told.dataset.tone = tone
  told.textContent = text
}
