import { z } from 'zod'
import type { Rut } from '#domain/rut.ts'
import { rutBody, rutDv } from '#domain/rut.ts'
import { CERTIFICATE } from '../http/addresses.ts'
import { classOf } from '../http/answer-class.ts'
import { diagnose } from '../http/diagnosis.ts'
import { isLoginPage } from '../http/page-words.ts'
import type { Browser, Page } from '../http/http.ts'
import type { Answer, CertificateStatus } from '../interface/portal.ts'

/** Whether the person (who signs, not the company) has a certificate kept at the SII. */
export async function certificateStatus(
  browser: Browser,
  person: Rut,
): Promise<Answer<CertificateStatus>> {
  const visit = await browser.get(`${CERTIFICATE}?rut=${rutBody(person)}&dv=${rutDv(person)}`)
  if (visit.kind !== 'page') return diagnose(visit)
  const list = readList(visit.page)
  if (list === null) {
    const isQueue = classOf(visit) === 'waitingRoom'
    const isFailure = isQueue || isLoginPage(visit.page) || visit.page.status !== 200
    return isFailure ? diagnose(visit) : { kind: 'ok', value: { kind: 'unknown' } }
  }
  const [first] = list
  if (first === undefined) return { kind: 'ok', value: { kind: 'none' } }
  return { kind: 'ok', value: { kind: 'centralized', certificateId: String(first.nombre) } }
}

/** Only `nombre` is confirmed; whatever else comes with it is passed over. */
const Certificates = z
  .array(z.object({ nombre: z.union([z.string().min(1).max(200), z.number()]) }))
  .max(100)

function readList(page: Page): z.infer<typeof Certificates> | null {
  try {
    return Certificates.safeParse(JSON.parse(page.text)).data ?? null
  } catch {
    return null
  }
}
