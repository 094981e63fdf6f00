import { hash, verify } from '@node-rs/argon2'
import type { PasswordHasher } from './password-hash.ts'

/** Argon2id at its least, for tests of anything but the hash: the real one takes a processor for 30 ms. */
export const testHasher: PasswordHasher = {
  hash: (password) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  verify: async (passwordHash, password) =>
    passwordHash !== null && (await verify(passwordHash, password)),
}
