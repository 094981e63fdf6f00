import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { settableClock } from '../../clock.ts'
import { Secret } from '../../vault/secret.ts'
import { createTokens } from './tokens.ts'

const keyBytes = randomBytes(32)
const clock = settableClock('2026-11-05T15:00:00Z')
const tokens = createTokens(new Secret(keyBytes.toString('base64')), clock)

function tokenFor(audience: string | undefined): Promise<string> {
  const issuedAt = clock.now() / 1000
  const sid = '0b0e3a3c-3f5a-4a55-9a39-0c2f1f6f2a11'
  const token = new SignJWT({ token_type: 'access', user_id: 1, sid })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 60)
    .setJti('one')
  return (audience === undefined ? token : token.setAudience(audience)).sign(keyBytes)
}

test('a token for another audience is none, though the same key signed it', async () => {
  expect(await tokens.read(await tokenFor('folio'), 'access')).toMatchObject({ kind: 'valid' })
  for (const audience of ['another', '', undefined]) {
    expect(await tokens.read(await tokenFor(audience), 'access')).toEqual({ kind: 'invalid' })
  }
})
