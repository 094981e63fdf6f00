import type { ReplyOf } from '#contract/call.ts'
import type { startPayment } from '#contract/payment-attempts.ts'

/** Leads the browser to the provider: Webpay's page takes its token by a form alone. */
export function leaveFor({ method, url, fields }: ReplyOf<typeof startPayment>): void {
  if (method === 'GET') {
    window.location.assign(url)
    return
  }
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
