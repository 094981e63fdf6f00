/**
 * Notifies one address again and again, each time of another payment and signed as Khipu signs, in a process of its own.
 * Told { target, seconds }: each connection notifies as soon as it was answered.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { Pool } from 'undici'

const CONNECTIONS = 32

process.on('message', async ({ target, seconds }) => {
  const { 'x-bench-secret': secret, 'x-bench-now': now } = target.headers
  const pool = new Pool(target.url, { connections: CONNECTIONS, pipelining: 1 })
  const until = performance.now() + seconds * 1_000
  let count = 0
  async function keepNotifying() {
    while (performance.now() < until) {
      const body = notice()
      const s = createHmac('sha256', secret).update(`${now}.`).update(body).digest('base64')
      const { statusCode, body: answer } = await pool.request({
        path: target.path,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-khipu-signature': `t=${now},s=${s}` },
        body,
      })
      await answer.dump()
      if (statusCode !== 200) throw new Error(`Answered ${statusCode}`)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, keepNotifying))
  await pool.destroy()
  process.send({ count })
})
process.on('disconnect', () => process.exit())

/** With the fields of Khipu's own sample, 650 bytes or so. */
function notice() {
  return JSON.stringify({
    payment_id: randomUUID().replaceAll('-', '').slice(0, 12),
    payment_url: 'https://khipu.com/payment/info/benchpayment',
    simplified_transfer_url: 'https://app.khipu.com/payment/simplified/benchpayment',
    transfer_url: 'https://khipu.com/payment/manual/benchpayment',
    app_url: 'khipu:///pos/benchpayment',
    subject: 'Factura 1024',
    amount: '148750.0000',
    currency: 'CLP',
    receiver_id: 990939,
    transaction_id: randomUUID(),
    bank: 'DemoBank',
    bank_id: 'Bawdf',
    payer_name: 'Nombre Pagador',
    payer_email: 'pagador@empresa.example',
    personal_identifier: '11.111.111-1',
    bank_account_number: '001-0123456789',
    conciliation_date: '2026-11-05T15:00:00.000Z',
    out_of_date_conciliation: false,
  })
}
