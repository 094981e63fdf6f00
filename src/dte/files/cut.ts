import { detached } from '../xml/recall.ts'
import { Refused } from './refusal.ts'

export interface Part {
  /** A whole `<DTE>…</DTE>`, or what stands between two of them. */
  kind: 'dte' | 'frame'
  text: string
}

/** The largest real document, a boleta of a thousand described lines, has about 1,5 MB. */
const MAX_DTE = 4_000_000
const MAX_START_TAG = 10_000
/** What isn't a document is passed on in pieces of about this size. */
const FRAME_PIECE = 1_000_000

/** Of what is refused. */
const SEEN = 20
/** An end tag may hold some space. */
const LONGEST_MARK = 100

const OUTSIDE = /<[!?]|<DTE(?=[\s/>])/g
const INSIDE = /<[!?]|<\/DTE\s{0,50}>/g
const START_TAG = /<DTE(?:[^"'>]|"[^"]*"|'[^']*')*>/y

/**
 * Cuts a text at its documents without reading it, so that an envelope of any size is held one document at a time.
 * Comments are passed over: one may name a tag. Together the parts are the text, to the letter. Anything a DTE has no
 * use for and an attacker has is refused on the way: DOCTYPE and with it every entity, CDATA, processing instructions.
 */
export function* cutAtDocuments(texts: Iterable<string>): Generator<Part> {
  const state: State = { rest: '', from: 0, inside: false }
  for (const text of texts) {
    state.rest += text
    yield* ready(state)
    if (!state.inside && state.from > FRAME_PIECE) yield { kind: 'frame', text: take(state) }
    // A document without end, or a comment.
    if (state.rest.length > MAX_DTE) throw new Refused('tooLarge', String(MAX_DTE))
  }
  refuseForbidden(state.rest)
  if (state.inside) throw new Refused('notXml')
  if (state.rest !== '') yield { kind: 'frame', text: state.rest }
}

interface State {
  rest: string
  /** Up to here there is nothing to find. */
  from: number
  inside: boolean
}

function* ready(state: State): Generator<Part> {
  for (;;) {
    const mark = nextMark(state)
    if (mark === null) return
    if (mark.kind === 'start') {
      state.from = mark.at
      if (mark.at > 0) yield { kind: 'frame', text: take(state) }
      const length = startTagLength(state.rest)
      if (length === null) return
      state.inside = state.rest[length - 2] !== '/'
      state.from = length
      if (!state.inside) yield { kind: 'dte', text: take(state) }
    } else {
      state.from = mark.at
      state.inside = false
      yield { kind: 'dte', text: take(state) }
    }
  }
}

/** The next start or end of a document; null when it takes more text to tell. */
function nextMark(state: State): { kind: 'start' | 'end'; at: number } | null {
  const { rest, inside } = state
  const marks = inside ? INSIDE : OUTSIDE
  for (;;) {
    marks.lastIndex = state.from
    const found = marks.exec(rest)
    if (found === null) {
      // A mark may go on in the next piece.
      state.from = Math.max(state.from, rest.length - LONGEST_MARK)
      return null
    }
    if (found[0].length > 2) {
      return inside ? { kind: 'end', at: marks.lastIndex } : { kind: 'start', at: found.index }
    }
    const end = commentEnd(rest, found.index)
    state.from = end ?? found.index
    if (end === null) return null
  }
}

/** Behind the comment that begins here; null when it takes more text to tell. All else that begins so is refused. */
function commentEnd(rest: string, at: number): number | null {
  if (!rest.startsWith('<!--', at)) {
    if (rest.length >= at + SEEN) refuseForbidden(rest.slice(at))
    return null
  }
  const end = rest.indexOf('-->', at + 4)
  if (end === -1) return null
  refuseForbidden(rest.slice(at, end))
  return end + 3
}

function refuseForbidden(text: string): void {
  const found = /<!(?!--)|<\?/.exec(text)
  if (!found) return
  const seen = text.slice(found.index, found.index + SEEN)
  const reason = /^<!(DOCTYPE|ENTITY)/i.test(seen) ? 'doctype' : 'forbiddenMarkup'
  throw new Refused(reason, JSON.stringify(seen))
}

/** Null when the tag isn't all there yet. */
function startTagLength(rest: string): number | null {
  START_TAG.lastIndex = 0
  if (START_TAG.test(rest.slice(0, MAX_START_TAG))) return START_TAG.lastIndex
  if (rest.length >= MAX_START_TAG) throw new Refused('notXml')
  return null
}

function take(state: State): string {
  const taken = detached(state.rest.slice(0, state.from))
  state.rest = state.rest.slice(state.from)
  state.from = 0
  return taken
}
