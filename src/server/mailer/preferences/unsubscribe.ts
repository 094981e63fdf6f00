import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { UNSUBSCRIBE_PATH } from '#contract/mail-preferences.ts'
import { preferredLanguage, type Language } from '#texts/language.ts'
import { mailTexts } from '#texts/mails.ts'
import { fill } from '#texts/translation.ts'
import type { Clock } from '../../clock.ts'
import { API_BASE } from '../../http/calls.ts'
import type { Links } from '../../vault/links.ts'
import { DIGESTS, mailKind, type MailKind } from '../mail-kinds.ts'
import { setPreference } from './preferences.ts'
import type { Db } from '../store.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

type Ending = { userId: number; kind: MailKind }

const PURPOSE = 'unsubscribe'
/** A mail program sends one short field (RFC 8058), and none of it is used. */
const BODY_LIMIT_BYTES = 1024

/** Good for ever, for one user and one kind of mail: old mails' links must work too. */
export function unsubscribeUrl(links: Links, publicUrl: string, ending: Ending): string {
  const text = `${ending.userId}.${ending.kind}`
  const token = `${text}.${links.sign(PURPOSE, text)}`
  return `${publicUrl}${API_BASE}${UNSUBSCRIBE_PATH.replace(':token', token)}`
}

/**
 * The link at the end of a summary. Opening it only asks, because programs that look for viruses open links
 * too; a mail program that offers the button itself posts to it at once (RFC 8058).
 */
export function serveUnsubscribe(
  server: FastifyInstance,
  needs: { db: Db; clock: Clock; links: Links },
): void {
  const path = API_BASE + UNSUBSCRIBE_PATH
  server.get(path, async (request, reply) => {
    const language = preferredLanguage(request.headers['accept-language'])
    const ending = endingIn(needs.links, request.params)
    return page(reply, language, ending === null ? 'broken' : { asks: nameOf(ending, language) })
  })
  server.post(path, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const language = preferredLanguage(request.headers['accept-language'])
    const ending = endingIn(needs.links, request.params)
    if (ending === null) return page(reply, language, 'broken')
    await setPreference(needs.db, needs.clock, { ...ending, isOn: false })
    return page(reply, language, { done: nameOf(ending, language) })
  })
}

const inPath = z.object({ token: z.string().max(200) })

function endingIn(links: Links, params: unknown): Ending | null {
  const { token } = inPath.catch({ token: '' }).parse(params)
  const [, user = '', name = '', signature = ''] =
    /^(\d{1,15})\.(\w+)\.([\w-]{43})$/.exec(token) ?? []
  const kind = mailKind(name)
  if (!links.isSigned(PURPOSE, `${user}.${name}`, signature) || kind === null) return null
  return DIGESTS.includes(kind) ? { userId: Number(user), kind } : null
}

function nameOf({ kind }: Ending, language: Language): string {
  const { names } = mailTexts(language).unsubscribe
  return kind === 'weeklyDigest' ? names.weeklyDigest : names.issuedToday
}

type Says = 'broken' | { asks: string } | { done: string }

function page(reply: FastifyReply, language: Language, says: Says): FastifyReply {
  const texts = mailTexts(language).unsubscribe
  const content =
    says === 'broken'
      ? { title: texts.broken, lead: '', button: null }
      : 'asks' in says
        ? {
            title: fill(texts.ask, { mail: says.asks }),
            lead: texts.lead,
            button: texts.button,
          }
        : { title: fill(texts.done, { mail: says.done }), lead: texts.back, button: null }
  return reply
    .code(says === 'broken' ? 404 : 200)
    .type('text/html; charset=utf-8')
    .send(unsubscribePage({ language, open: texts.open, ...content }))
}
