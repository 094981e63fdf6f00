import type { Page } from 'playwright-core'
import * as contract from '#contract/index.ts'
import type { City } from '../fixtures/city.ts'
import { button, field } from '../fixtures/hands.ts'
import { rewritten } from '../fixtures/held-calls.ts'
import { connectMailbox, emailAccounts } from '../fixtures/mailbox.ts'
import type { Place } from '../fixtures/place.ts'
import {
  addRule,
  claimedDocument,
  documentOf,
  issuedDocument,
  issueNow,
  sharedPath,
  type Resident,
} from '../fixtures/resident.ts'
import { until } from '../fixtures/until.ts'
import type { Stop } from './stop.ts'
import { mailStops } from './mail.ts'

/** A document's page in each state, with what can be asked and told there, and the nota de crédito of one. */
export async function documentStops(as: Resident, { documents }: Furnished): Promise<Stop[]> {
  const nota = `/documents/${documents.issued}/nota`
  const stops: Place[] = [
    { name: 'document-gone', path: '/documents/999999' },
    ...Object.entries(documents).map(([name, id]) => {
      return { name: `document-${name}`, path: `/documents/${id}` }
    }),
    {
      name: 'document-issue-now',
      path: `/documents/${documents.waiting}`,
      reach: async (page) => {
        await button(page, 'Emitir ahora').click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'document-share',
      path: `/documents/${documents.issued}`,
      reach: async (page) => {
        await button(page, 'Compartir').click()
        await page.getByRole('img', { name: 'Código QR del enlace' }).waitFor()
      },
    },
    {
      name: 'document-skip',
      path: `/documents/${documents.waiting}`,
      reach: async (page) => {
        await button(page, 'No emitir').click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'document-retry',
      path: `/documents/${documents.failed}`,
      reach: async (page) => {
        await button(page, 'Emitir de nuevo').click()
        await page.getByRole('dialog').waitFor()
      },
    },
    answeredUnknown(documents.waiting ?? 0),
    decided('document-decide', documents.uncertain ?? 0),
    decided('document-decide-wrong', documents.uncertain ?? 0, async (page) => {
      await page.getByRole('radio', { name: /^Sí está/ }).check()
      await button(page, 'Guardar mi decisión').click()
    }),
    {
      name: 'document-trail',
      path: `/documents/${documents.failed}`,
      reach: async (page) => {
        await page.getByText('Comprobante de emisión').click()
        await page.getByText(/nadie ha cambiado ninguno/).waitFor()
      },
    },
    ...mailStops(documents.issued ?? 0),
    {
      name: 'nota',
      path: nota,
      reach: async (page) => {
        await button(page, 'Emitir nota de crédito').waitFor()
      },
    },
    {
      name: 'nota-amounts-wrong',
      path: nota,
      reach: async (page) => {
        await page.getByRole('radio', { name: /^Rebajar el monto/ }).check()
        await button(page, 'Emitir nota de crédito').click()
        await page.getByText('Escribe el motivo').waitFor()
      },
    },
    {
      name: 'nota-by-hand',
      path: nota,
      reach: async (page) => {
        await page.getByText('¿Prefieres hacerla tú en sii.cl?').click()
        await field(page, 'Número que le dio el SII').waitFor()
      },
    },
    {
      name: 'nota-text',
      path: nota,
      reach: async (page) => {
        await page.getByRole('radio', { name: /^Corregir un texto/ }).check()
        await page.getByText('Esta nota se hace en sii.cl').waitFor()
      },
    },
    {
      name: 'nota-confirm',
      path: nota,
      reach: async (page) => {
        await button(page, 'Emitir nota de crédito').click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'nota-none', path: `/documents/${documents.waiting}/nota` },
  ]
  const shared: Stop = {
    name: 'shared-document',
    path: await sharedPath(as, documents.issued ?? 0),
    reach: async (page) => {
      await page.getByRole('link', { name: 'Ver PDF' }).waitFor()
    },
  }
  return [shared, ...stops.map((stop) => ({ ...stop, as }))]
}

/** After hours of a sentence that nobody knows: the server says so after a dozen tries. */
function answeredUnknown(id: number) {
  const change = (answer: unknown) => {
    return {
      ...contract.readDocument.reply.parse(answer),
      state: 'queued',
      wait_until: null,
      next_try_at: null,
      reason: 'answerUnknown',
      reason_text: 'Los datos no cumplen la condición 12, debe revisar',
    }
  }
  const [page, call] = [`/documents/${id}`, `/api/documents/${id}/`]
  return rewritten('document-answer-unknown', page, call, change, (at) =>
    at.getByText('Lee lo que dice').waitFor(),
  )
}

/** Where the SII's list could not settle it: the server says so after looking twice. */
function decided(name: string, id: number, then?: (page: Page) => Promise<void>) {
  const change = (answer: unknown) => {
    return {
      ...contract.readDocument.reply.parse(answer),
      reason: 'notFoundTwice',
      can_decide: true,
    }
  }
  return rewritten(name, `/documents/${id}`, `/api/documents/${id}/`, change, async (page) => {
    await button(page, '¿Qué viste en sii.cl?').click()
    await page.getByRole('dialog').waitFor()
    await then?.(page)
  })
}

/** What stands in an account that has worked for a while. */
export interface Furnished {
  /** By state. */
  documents: Record<string, number>
  mailbox: number
}

/** A document in each state that a person may meet, the unclear one last: it holds up what comes after. */
export async function furnish(city: City, settler: Resident): Promise<Furnished> {
  const dead = await connectMailbox(city, settler, 'google')
  const mailbox = await connectMailbox(city, settler, 'microsoft')
  city.post.providers?.google.revokeEverything()
  const issued = await issuedDocument(settler, {
    ruts: ['90909090-3'],
    name: 'Asesoría de Ñuble',
    price: '480000',
    mailFrom: dead,
  })
  const claimed = { ruts: ['65656565-9'], name: 'Asesoría de fundación', price: '210000' }
  const documents: Record<string, number> = {
    issued: issued.document.id,
    claimed: (await claimedDocument(city, settler, claimed)).id,
  }
  await until('the mailbox is found dead', async () =>
    (await emailAccounts(settler)).find(({ pending }) => pending > 0),
  )
  city.sii.scenarios.set({
    name: 'preview-rejected',
    times: 1,
    detail: 'El giro del receptor no corresponde',
  })
  const failed = await addRule(settler, { ruts: ['93939393-5'], name: 'Asesoría dental' })
  await issueNow(settler, failed)
  documents.failed = (await documentOf(settler, failed, 'failed')).id
  const waiting = await addRule(settler, {
    ruts: ['91919191-0'],
    name: 'Asesoría de Cordillera',
    price: '1250000',
  })
  documents.waiting = (await documentOf(settler, waiting, 'waiting')).id
  const skipped = await addRule(settler, { ruts: ['94949494-2'], name: 'Asesoría de colegio' })
  documents.skipped = (await documentOf(settler, skipped, 'waiting')).id
  await settler.ask('POST', `/documents/${documents.skipped}/skip/`, {})
  await addRule(settler, { ruts: ['92929292-8'], name: 'Cierre contable', on: 'SOON' })
  city.sii.faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
  const uncertain = await addRule(settler, { ruts: ['96969696-7'], name: 'Revisión de contratos' })
  await issueNow(settler, uncertain)
  documents.uncertain = (await documentOf(settler, uncertain, 'uncertain')).id
  return { documents, mailbox }
}
