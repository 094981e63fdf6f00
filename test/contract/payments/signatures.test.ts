import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { FINTOC_SAMPLE, KHIPU_SAMPLE } from '#server/payments/providers/test-samples.ts'
import { notificationBody } from '#simulators/payments/khipu/notification.ts'
import {
  fintocSignature,
  khipuSignature,
  mercadoPagoSignature,
} from '#simulators/payments/common/signatures.ts'

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
    expect(fintocSignature('whsec_test_secret', JSON.stringify(FINTOC_SAMPLE), 1_743_890_251)).toBe(
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
