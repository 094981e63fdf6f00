import { expect, test } from 'vitest'
import { LEGAL_VERSION } from '#domain/legal.ts'
import { auditText } from './audit.ts'
import { legal as english } from './en/site-legal.ts'
import { legal as spanish } from './es/site-legal.ts'

test('the pages say the version that is put on record when somebody accepts them', () => {
  expect(spanish.updated).toMatch(new RegExp(`^Versión ${LEGAL_VERSION},`))
  expect(english.updated).toMatch(new RegExp(`^Version ${LEGAL_VERSION},`))
})

test('what was accepted is told with its version', () => {
  expect(auditText('mandateAccepted', { version: 1 }, 'es')).toBe(
    'Se aceptó el mandato para actuar en el SII, versión 1.',
  )
})
