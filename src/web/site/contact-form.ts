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
  // The same words again are the same request, should its answer have been lost; on a fresh form they come under another.
  let last = { fields: '', key: '' }
  form.addEventListener('reset', () => {
    last = { fields: '', key: '' }
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isSending || !isComplete(form)) return
    isSending = true
    const fields = JSON.stringify(Object.fromEntries(new FormData(form)))
    if (fields !== last.fields) last = { fields, key: newKey() }
    void submit(form, fields, last.key).finally(() => {
      isSending = false
    })
  })
}

/** As the program's own keys, which would bring all of the program onto this page. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

type Ending = 'sent' | 'failed' | 'throttled'

async function submit(form: HTMLFormElement, fields: string, key: string): Promise<Ending> {
  const button = form.querySelector('button')
  const label = button?.textContent ?? ''
  tell(form, '', 'good')
  if (button !== null) Object.assign(button, { disabled: true, textContent: busyText(form) })
  const ending = await send(fields, key)
  if (button !== null) Object.assign(button, { disabled: false, textContent: label })
  if (ending === 'sent') form.reset()
  tell(form, form.dataset[ending] ?? '', ending === 'sent' ? 'good' : 'wrong')
  return ending
}

function busyText(form: HTMLFormElement): string {
  return form.dataset.submitting ?? ''
}

async function send(fields: string, key: string): Promise<Ending> {
  try {
    const response = await fetch(ADDRESS, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': document.documentElement.lang,
        'idempotency-key': key,
      },
      body: fields,
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
