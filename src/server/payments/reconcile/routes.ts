import { formatRut, rut } from '#domain/rut.ts'
import type { Db } from '../owed/receivable.ts'
import { NotFound } from '../../http/errors.ts'
import type { Handlers, Session } from '../../http/handler.ts'
import { acceptMatch } from './decide.ts'
import { linkRecorded } from './link.ts'
import { statementsOf } from './list-store.ts'
import { readMovements } from './list.ts'
import { findOpen } from './open-documents.ts'
import { addPayer, listPayers, removePayer } from './payers.ts'
import { listSettledClients, settleClient, unsettleClient } from './settled-clients.ts'
import type { OfCompany } from './store.ts'
import { keepMatch, reconsider, refuseProposal, setAside, undoMatch } from './take-back.ts'
import type { Needs } from './take.ts'

type StatementCalls =
  | 'listStatements'
  | 'listMovements'
  | 'listOpenDocuments'
  | 'matchMovement'
  | 'linkMovement'
  | 'refuseMovement'
  | 'undoMovement'
  | 'keepMovement'
  | 'setMovementAside'
  | 'reconsiderMovement'
  | PayerCalls

type PayerCalls =
  | 'listPayers'
  | 'addPayer'
  | 'removePayer'
  | 'listSettledClients'
  | 'settleClient'
  | 'unsettleClient'

export function statementRoutes(needs: Needs): Pick<Handlers, StatementCalls> {
  const { db } = needs
  return {
    listStatements: async ({ session, params }) => {
      const rows = await statementsOf(db, await ownCompany(db, session, params.id))
      return rows.map((row) => ({
        id: row.id,
        account: row.account,
        file_name: row.file_name,
        first_day: row.first_day,
        last_day: row.last_day,
        movements: row.movements,
        added: row.added,
        uploaded_by: row.uploader_email,
        uploaded_at: row.uploaded_at,
      }))
    },
    listMovements: async ({ session, params, query }) =>
      readMovements(needs, await ownCompany(db, session, params.id), query),
    listOpenDocuments: async ({ session, params, query }) =>
      findOpen(db, await ownCompany(db, session, params.id), query.search),
    matchMovement: async ({ session, params, body }) => {
      await acceptMatch(needs, session, params.id, {
        shares: body.shares.map(({ document, amount }) => ({
          documentId: document,
          amountClp: amount,
        })),
        withMovements: body.with,
        rememberPayer: body.remember_payer,
      })
    },
    linkMovement: async ({ session, params, body }) => {
      await linkRecorded(needs, session, params.id, body.payment)
    },
    refuseMovement: async ({ session, params, body }) => {
      await refuseProposal(needs, session, params.id, body)
    },
    undoMovement: async ({ session, params }) => {
      await undoMatch(needs, session, params.id)
    },
    keepMovement: async ({ session, params }) => {
      await keepMatch(needs, session, params.id)
    },
    setMovementAside: async ({ session, params, body }) => {
      await setAside(needs, session, params.id, body.why)
    },
    reconsiderMovement: async ({ session, params }) => {
      await reconsider(needs, session, params.id)
    },
    ...payerRoutes(needs),
  }
}

/** Who else pays for a client, and of which clients the earlier documents are paid. */
function payerRoutes(needs: Needs): Pick<Handlers, PayerCalls> {
  const { db } = needs
  return {
    listPayers: async ({ session, params }) => {
      const rows = await listPayers(needs, await ownCompany(db, session, params.id))
      return rows.map((row) => ({
        id: row.id,
        client: { identifier: formatRut(rut(row.client_rut)) },
        payer: { identifier: formatRut(rut(row.payer_rut)) },
        added_at: row.added_at,
      }))
    },
    addPayer: async ({ session, params, body }) => {
      await addPayer(needs, session, {
        companyId: params.id,
        clientRut: body.client_rut,
        payerRut: body.payer_rut,
      })
    },
    listSettledClients: async ({ session, params }) => {
      const rows = await listSettledClients(needs, await ownCompany(db, session, params.id))
      return rows.map((row) => ({
        id: row.id,
        client: { identifier: formatRut(rut(row.client_rut)) },
        through_day: row.through_day,
        by: row.sayer_email,
        at: row.said_at,
      }))
    },
    settleClient: async ({ session, params, body }) =>
      settleClient(needs, session, await ownCompany(db, session, params.id), body.client_rut),
    unsettleClient: async ({ session, params }) => {
      await unsettleClient(needs, session, params.id)
    },
    removePayer: async ({ session, params }) => {
      await removePayer(needs, session, params.id)
    },
  }
}

/** 404 for a company that is absent, or another organisation’s. */
async function ownCompany(
  db: Db,
  { organisationId }: Session,
  companyId: number,
): Promise<OfCompany> {
  const row = await db
    .selectFrom('company')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return { organisationId, companyId }
}
