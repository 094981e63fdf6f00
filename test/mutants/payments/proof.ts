import type { TestedMutant } from '../mutant.ts'

const providers = 'server/payments/providers'
const proof = { test: `src/${providers}/proof.test.ts` }
const pesos = { test: `src/${providers}/pesos.test.ts` }
const signature = { test: `src/${providers}/signature.test.ts` }
const request = { test: `src/${providers}/request.test.ts` }
const all = { test: `src/${providers}/providers.test.ts` }

/** Faults in what all payment providers share: what proves a payment, what is signed, what a lost answer means. */
export const PAYMENT_PROOF_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a payment of nothing is proved',
    file: `${providers}/proof.ts`,
    from: `state.amountClp === amountClp && amountClp > 0`,
    to: `state.amountClp === amountClp`,
    caughtBy: proof,
  },
  {
    name: 'a payment of another attempt is proved',
    file: `${providers}/proof.ts`,
    from: `state.attemptId === null || state.attemptId === attemptId`,
    to: `true || attemptId === ''`,
    caughtBy: proof,
  },
  {
    name: 'a rehearsal is proved as a payment',
    file: `${providers}/proof.ts`,
    from: `state.mode === null || state.mode === mode`,
    to: `true || mode === 'live'`,
    caughtBy: proof,
  },
  {
    name: 'a payment that was given back is proved',
    file: `${providers}/proof.ts`,
    from: `state.status !== 'succeeded'`,
    to: `state.status === 'pending'`,
    caughtBy: proof,
  },
  {
    name: 'a hundred thousand pesos are read as a hundred',
    file: `${providers}/pesos.ts`,
    from: String.raw`/^0\d|\.\d{3}$/`,
    to: String.raw`/^0\d/`,
    caughtBy: pesos,
  },
  {
    name: 'pesos with a leading zero are read',
    file: `${providers}/pesos.ts`,
    from: String.raw`/^0\d|\.\d{3}$/`,
    to: String.raw`/\.\d{3}$/`,
    caughtBy: pesos,
  },
  {
    name: 'pesos less than zero are read as zero',
    file: `${providers}/pesos.ts`,
    from: `Object.is(value, -0)`,
    to: `value === null`,
    caughtBy: pesos,
  },
  {
    name: 'the padding of a signature is cut off',
    file: `${providers}/signature.ts`,
    from: `part.indexOf('=')`,
    to: `part.lastIndexOf('=')`,
    caughtBy: { test: `src/${providers}/khipu/notification.test.ts` },
  },
  {
    name: 'an empty secret signs notices',
    file: `${providers}/signature.ts`,
    from: `if (key === '') return false`,
    to: `if (key === null) return false`,
    caughtBy: signature,
  },
  {
    name: 'only the first of several signatures counts',
    file: `${providers}/signature.ts`,
    from: `signatures.some(`,
    to: `signatures.slice(0, 1).some(`,
    caughtBy: signature,
  },
  {
    name: 'a signature header with two times is read',
    file: `${providers}/signature.ts`,
    from: `time === undefined || otherTimes.length > 0 || signatures`,
    to: `time === undefined || signatures`,
    caughtBy: signature,
  },
  {
    name: 'a signature of another length throws',
    file: `${providers}/signature.ts`,
    from: `given.length === right.length && timingSafeEqual`,
    to: `timingSafeEqual`,
    caughtBy: signature,
  },
  {
    name: 'the window of a signature is open on one side',
    file: `${providers}/signature.ts`,
    from: `Math.abs(nowMs - signedAtMs)`,
    to: `nowMs - signedAtMs`,
    caughtBy: signature,
  },
  {
    name: 'the window of a signature ends a millisecond early',
    file: `${providers}/signature.ts`,
    from: `> SIGNATURE_WINDOW_MS`,
    to: `>= SIGNATURE_WINDOW_MS`,
    caughtBy: signature,
  },
  {
    name: 'keys follow a redirect of a provider',
    file: `${providers}/request.ts`,
    from: `redirect: 'manual'`,
    to: `redirect: 'follow'`,
    caughtBy: request,
  },
  {
    name: 'the time limit of a request is forgotten at a garbage collection',
    file: `${providers}/request.ts`,
    from: `await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS),
    })`,
    to: `await fetch(new Request(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS),
    }))`,
    caughtBy: request,
  },
  {
    name: 'a provider’s answer is read however large',
    file: `${providers}/request.ts`,
    from: `if (bytes > MAX_ANSWER_BYTES) return null`,
    to: `if (bytes < MAX_ANSWER_BYTES - Infinity) return null`,
    caughtBy: request,
  },
  {
    name: 'a text that is not called JSON is taken for an answer',
    file: `${providers}/request.ts`,
    from: `isJson && text !== null`,
    to: `(isJson || true) && text !== null`,
    caughtBy: request,
  },
  {
    name: 'a lost answer counts as never sent',
    file: `${providers}/request.ts`,
    from: `NEVER_SENT.test(code) ? 'notSent' : 'lost'`,
    to: `NEVER_SENT.test(code) || code !== '' ? 'notSent' : 'lost'`,
    caughtBy: request,
  },
  {
    name: 'a key that no header holds is quoted by the error',
    file: `${providers}/request.ts`,
    from: `  } catch {
    return null
  }
}

async`,
    to: `  } finally {
    void 0
  }
}

async`,
    caughtBy: request,
  },
  {
    name: 'an error behind a gateway counts as a refusal',
    file: `${providers}/outcome.ts`,
    from: `status < 400 || status >= 500 ||`,
    to: `status < 400 ||`,
    caughtBy: all,
  },
  {
    name: 'a success that is not read counts as a refusal',
    file: `${providers}/outcome.ts`,
    from: `status < 400 || status >= 500 ||`,
    to: `status >= 500 ||`,
    caughtBy: all,
  },
  {
    name: 'a write without an answer counts as not done',
    file: `${providers}/outcome.ts`,
    from: `return { kind: 'unknown', cause: answer.cause }`,
    to: `return { kind: 'unavailable', cause: answer.cause }`,
    caughtBy: all,
  },
  {
    name: 'a refund that is under way counts as refused',
    file: `${providers}/outcome.ts`,
    from: ` || STILL_UNDER_WAY.includes(status)`,
    to: ``,
    caughtBy: all,
  },
  {
    name: 'a demonstration calls a real provider',
    file: `${providers}/addresses.ts`,
    from: `baseUrl === null && environment === 'real'`,
    to: `baseUrl === null`,
    caughtBy: all,
  },
  {
    name: 'a refusal quotes the key',
    file: `${providers}/outcome.ts`,
    from: `rest.replaceAll(value, '…')`,
    to: `rest`,
    caughtBy: all,
  },
  {
    name: 'a real installation sends keys in the clear',
    file: `${providers}/addresses.ts`,
    from: `environment !== 'real' && parsed.protocol`,
    to: `parsed.protocol`,
    caughtBy: all,
  },
  {
    name: 'a payer is sent to a host that only ends alike',
    file: `${providers}/addresses.ts`,
    from: 'host.endsWith(`.${domain}`)',
    to: 'host.endsWith(domain)',
    caughtBy: all,
  },
  {
    name: 'keys of one provider are sent to another',
    file: `${providers}/providers.ts`,
    from: `if (isOwn(connection)) return connection`,
    to: `if (isOwn(connection) || connection !== null) return connection`,
    caughtBy: all,
  },
  {
    name: 'more is refunded than was paid',
    file: `${providers}/order.ts`,
    from: `amountClp <= 0 || amountClp > paidClp`,
    to: `amountClp <= 0 || paidClp < 0`,
    caughtBy: all,
  },
  {
    name: 'a checkout for nothing is sent',
    file: `${providers}/order.ts`,
    from: `if (amountClp <= 0) throw`,
    to: `if (amountClp < 0) throw`,
    caughtBy: all,
  },
]
