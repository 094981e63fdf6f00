import { describe, expect, it } from 'vitest'
import { ApiFault, fieldMessages, firstMessage, isUnreachable } from './fault.ts'

describe("the server's sentences", () => {
  it('are read by field, as Django REST framework writes them', () => {
    const fault = new ApiFault(400, { email: ['Ya existe.'], password: ['Muy corta.', 'Común.'] })
    expect(fieldMessages(fault, 'password')).toEqual(['Muy corta.', 'Común.'])
    expect(fieldMessages(fault, 'name')).toEqual([])
  })

  it('give the detail before any field', () => {
    expect(firstMessage(new ApiFault(400, { email: ['No.'], detail: 'Sesión vencida.' }))).toBe(
      'Sesión vencida.',
    )
  })

  it('are found inside lists of objects with empty places', () => {
    const fault = new ApiFault(400, { invoice_lines: [{}, { price: ['Debe ser mayor que 0.'] }] })
    expect(firstMessage(fault)).toBe('Debe ser mayor que 0.')
  })

  it.each([null, 'texto', [], { a: 1 }])('are absent in an answer of another shape: %j', (body) => {
    expect(firstMessage(new ApiFault(500, body))).toBeNull()
  })

  it('tell a silent server from one that refuses', () => {
    expect(isUnreachable(new ApiFault(null, null))).toBe(true)
    expect(isUnreachable(new ApiFault(503, null))).toBe(false)
    expect(isUnreachable(new Error('ours'))).toBe(false)
  })
})
