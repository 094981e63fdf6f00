import { describe, expect, test } from 'vitest'
import type { CallOutcome } from './breaker.ts'
import { createBreaker } from './breaker.ts'
import { diagnose } from './diagnosis.ts'
import type { Reply } from './test-browser.ts'
import { browserBefore } from './test-browser.ts'

function bench() {
  let nowMs = 0
  const breaker = createBreaker({ nowMs: () => nowMs })
  const report = (...outcomes: CallOutcome[]) =>
    outcomes.forEach((outcome) => breaker.report('www1', outcome))
  const times = (count: number, outcome: CallOutcome) =>
    Array.from({ length: count }, () => outcome)
  return { breaker, report, times, advance: (ms: number) => void (nowMs += ms) }
}

describe('a host', () => {
  test('is left alone when half of twenty calls in a minute failed', () => {
    const { breaker, report, times } = bench()
    report(...times(10, 'answered'), ...times(9, 'failed'))
    expect(breaker.state('www1')).toBe('closed')
    report('failed')
    expect(breaker.state('www1')).toBe('open')
    expect(breaker.admits('www1', 'reads')).toBe(false)
    expect(breaker.admits('loa', 'reads')).toBe(true)
  })

  test('is asked on when fewer failed, or longer ago', () => {
    const { breaker, report, times, advance } = bench()
    report(...times(11, 'answered'), ...times(9, 'failed'))
    expect(breaker.state('www1')).toBe('closed')
    advance(61_000)
    report(...times(10, 'failed'))
    expect(breaker.state('www1')).toBe('closed')
  })

  test('that says it is closed is believed at once', () => {
    const { breaker, report } = bench()
    report('closed')
    expect(breaker.state('www1')).toBe('open')
  })

  test('after its rest is asked one reading question, never to issue', () => {
    const { breaker, report, advance } = bench()
    report('closed')
    advance(60_000)
    expect(breaker.state('www1')).toBe('halfOpen')
    expect(breaker.admits('www1', 'acts')).toBe(false)
    expect(breaker.admits('www1', 'reads')).toBe(true)
    expect(breaker.admits('www1', 'reads')).toBe(false)
    report('answered')
    expect(breaker.state('www1')).toBe('closed')
    expect(breaker.admits('www1', 'acts')).toBe(true)
  })

  test('still unwell rests twice as long each time, up to a quarter of an hour', () => {
    const { breaker, report, advance } = bench()
    report('closed')
    let restMs = 60_000
    for (let round = 0; round < 8; round += 1) {
      advance(restMs - 1)
      expect(breaker.admits('www1', 'reads')).toBe(false)
      advance(1)
      expect(breaker.admits('www1', 'reads')).toBe(true)
      report('failed')
      restMs = Math.min(restMs * 2, 900_000)
    }
    advance(900_000)
    breaker.admits('www1', 'reads')
    report('answered', 'closed')
    advance(60_000)
    expect(breaker.state('www1')).toBe('halfOpen')
  })

  test('is not judged by answers that left before it closed', () => {
    const { breaker, report } = bench()
    report('closed', 'answered', 'failed')
    expect(breaker.state('www1')).toBe('open')
  })
})

describe('the browser behind it', () => {
  const PORTAL = 'https://www1.sii.cl/cgi-bin/Portal001/'
  function browsing(reply: () => Reply) {
    let nowMs = 0
    const breaker = createBreaker({ nowMs: () => nowMs })
    const { browser, asked } = browserBefore(reply, { breaker })
    return { breaker, browser, asked, advance: (ms: number) => void (nowMs += ms) }
  }

  test('asks nothing of a host at rest and says why', async () => {
    const { browser, asked } = browsing(() => '<p>Sitio en mantenci&oacute;n</p>')
    await browser.get(`${PORTAL}a.cgi`)
    const second = await browser.get(`${PORTAL}b.cgi`)
    expect(asked).toHaveLength(1)
    expect(diagnose(second)).toEqual({ kind: 'unavailable', cause: 'breakerOpen', text: '' })
    const third = await browser.get('https://loa.sii.cl/x')
    expect(third.kind).toBe('page')
  })

  test('sends nothing irreversible to it, and does not even ask whether it may', async () => {
    const { browser, asked } = browsing(() => ({ status: 429 }))
    await browser.get(`${PORTAL}a.cgi`)
    let isAsked = false
    const checkpoint = () => (isAsked = true)
    expect(await browser.post(`${PORTAL}send.cgi`, [], { checkpoint })).toEqual({ kind: 'notSent' })
    expect(isAsked).toBe(false)
    expect(asked).toHaveLength(1)
  })

  test('goes on once a page comes back', async () => {
    const pages: Reply[] = ['<p>Sala de espera', '<p>bien', '<p>bien']
    const { browser, asked, advance } = browsing(() => pages.shift() ?? null)
    await browser.get(`${PORTAL}a.cgi`)
    advance(60_000)
    expect((await browser.post(`${PORTAL}c.cgi`, [])).kind).toBe('failed')
    expect((await browser.get(`${PORTAL}b.cgi`)).kind).toBe('page')
    expect((await browser.post(`${PORTAL}c.cgi`, [])).kind).toBe('page')
    expect(asked).toHaveLength(3)
  })

  test('is tried again by whatever reads, though the portal takes it by POST', async () => {
    const pages: Reply[] = ['<p>Sala de espera', '<p>bien', '<p>bien']
    const { browser, asked, advance } = browsing(() => pages.shift() ?? null)
    await browser.get(`${PORTAL}a.cgi`)
    advance(60_000)
    expect((await browser.post(`${PORTAL}c.cgi`, [], { reads: true })).kind).toBe('page')
    expect((await browser.post(`${PORTAL}d.cgi`, [])).kind).toBe('page')
    expect(asked).toHaveLength(3)
  })

  test('takes broken servers and lost connections for failures, pages for answers', async () => {
    const pages: Reply[] = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? '<p>Debe ingresar' : index % 4 === 1 ? { status: 503 } : null,
    )
    const { browser, breaker } = browsing(() => pages.shift() ?? null)
    for (let call = 0; call < 20; call += 1) await browser.get(`${PORTAL}a.cgi`)
    expect(breaker.state('www1')).toBe('open')
  })

  test('is not alarmed by one document that is not available', async () => {
    const { browser, breaker } = browsing(() => '<p>El documento no est&aacute; disponible</p>')
    await browser.get(`${PORTAL}a.cgi`)
    expect(breaker.state('www1')).toBe('closed')
  })
})
