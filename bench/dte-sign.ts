/**
 * node bench/dte-sign.ts: documents built, stamped and signed, against nothing but the two RSA signatures of the same
 * keys. Their texts are cleaned, written, made canonical and digested in what is left.
 */
import { sign } from 'node:crypto'
import { buildDte } from '#dte/build.ts'
import { signDte } from '#dte/sign.ts'
import { privateKey, signer } from '../src/dte/fixtures/test-world.ts'
import { compareInRounds } from './dte-rounds.ts'
import { caf, facturaNumber } from './dte-world.ts'

const DOCUMENTS = 300
const documents = Array.from({ length: DOCUMENTS }, (_, index) => facturaNumber(index))
/** About what DD and SignedInfo have. */
const stamped = Buffer.alloc(1000, 'x')
const signedInfo = Buffer.alloc(700, 'x')

const met = await compareInRounds({
  name: 'documents stamped and signed',
  against: 'bare RSA of both keys',
  floor: 0.6,
  rounds: 15,
  ours: () => {
    for (const document of documents) {
      signDte(buildDte(document, { caf, stampedAt: '2026-11-20T10:30:00' }), { signer })
    }
    return DOCUMENTS
  },
  theirs: () => {
    for (let i = 0; i < DOCUMENTS; i++) {
      sign('sha1', stamped, caf.privateKey)
      sign('sha1', signedInfo, privateKey)
    }
    return DOCUMENTS
  },
})
process.exitCode = met ? 0 : 1
