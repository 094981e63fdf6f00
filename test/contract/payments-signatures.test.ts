import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { notificationBody, type Told } from '#simulators/payments/khipu/notification.ts'
import {
  fintocSignature,
  khipuSignature,
  mercadoPagoSignature,
} from '#simulators/payments/common/signatures.ts'

/** The sample of docs.khipu.com. */
const KHIPU_SAMPLE: Told = {
  payment_id: 'zfxnocsow6mz',
  receiver_id: 990_939,
  subject: 'TEST_COBRO',
  amount: '1000.0000',
  discount: '0.0000',
  currency: 'CLP',
  receipt_url:
    'https://s3.amazonaws.com/staging.notifications.khipu.com/CPKH-1804240956-zfxnocsow6mz.pdf',
  bank: 'DemoBank',
  bank_id: 'Bawdf',
  payer_name: 'Cobrador de desarrollo #990.939',
  payer_email: 'test@khipu.com',
  personal_identifier: '44.444.444-4',
  bank_account_number: '000000000000444444444',
  out_of_date_conciliation: false,
  transaction_id: '15f836bd-e8a7-4d12-b2f1-56403012b555',
  responsible_user_email: 'test@khipu.com',
  payment_method: 'simplified_transfer',
  conciliation_date: '2024-04-18T13:56:54.859Z',
}

describe('signatures against the providers’ own samples', () => {
  test("Khipu's sample body has its bytes and its signature", () => {
    const body = notificationBody(KHIPU_SAMPLE)
    expect(Buffer.byteLength(body)).toBe(655)
    expect(createHash('sha256').update(body).digest('hex')).toBe(
      '0153a7d05dbdd9c9f1848ba2a767d3763122e3e5a2d97e55113d39334ae9267b',
    )
    expect(
      khipuSignature('1a4cbbbeb8bdb7e1d73572b9cc43ce4ce18f79d9', body, 1_711_965_600_393),
    ).toBe('t=1711965600393,s=GYzpjnXlTKQ+BJY7pZJmrM6DZgWMSJdtOr/dleBKTdg=')
  })

  test('Khipu signs milliseconds, a dot and the body', () => {
    const body = '{"payment_id":"abcdefghijkl","amount":"1000.0000"}'
    expect(khipuSignature('khipu_local', body, 1_700_000_000_000)).toBe(
      't=1700000000000,s=8mJMIUi4vSLUzAk5i7DaI1Wb9ZtEZZOGZck+3DBKgKE=',
    )
  })

  test("the event of Fintoc's own tests has its signature", () => {
    const event = {
      id: 'evt_2AaZeLCz0GjOW5zj',
      type: 'payment_intent.succeeded',
      mode: 'test',
      created_at: '2025-04-05T21:57:31.834Z',
      data: {
        id: 'pi_2vKOKniSGXRhXTKrJ67VXZxGCVt',
        mode: 'test',
        amount: 1,
        object: 'payment_intent',
        status: 'succeeded',
        currency: 'MXN',
        metadata: {},
        created_at: '2025-04-05T21:57:17Z',
        expires_at: null,
        error_reason: null,
        payment_type: 'bank_transfer',
        reference_id: null,
        widget_token: null,
        customer_email: null,
        sender_account: {
          type: 'checking_account',
          number: '501514890244223279',
          holder_id: 'mfiu593501oe4',
          institution_id: 'mx_stp',
        },
        business_profile: null,
        transaction_date: null,
        recipient_account: {
          type: 'checking_account',
          number: '646180357600000000',
          holder_id: 'fsm211008hz9',
          institution_id: 'mx_stp',
        },
        payment_type_options: {},
      },
      object: 'event',
    }
    expect(fintocSignature('whsec_test_secret', JSON.stringify(event), 1_743_890_251)).toBe(
      't=1743890251,v1=11b98dd8f5500109246aa4d9875fad2e97d462560b012a5f50ff924411de0b0f',
    )
  })

  test('Fintoc signs seconds, a dot and the body', () => {
    const body = '{"id":"evt_1","type":"payment_intent.succeeded"}'
    expect(fintocSignature('whsec_local', body, 1_700_000_000)).toBe(
      't=1700000000,v1=2ec6155fcb1ae9706473767abfdce9f8c5a50c8951b2f1bb3c6fb7668acad1d4',
    )
  })

  test('Mercado Pago signs its manifest of id, request and time', () => {
    const parts = { dataId: '123456', requestId: 'aaa-bbb', ts: '1704908010' }
    expect(mercadoPagoSignature('mp_secret', parts)).toBe(
      'ts=1704908010,v1=94f013b6fc40021f7946cc93c6f868c8fd1c73ea28ff53dcbad19adddbc85e21',
    )
  })
})
