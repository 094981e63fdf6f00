import { describe, expect, test } from 'vitest'
import { openCookies } from './cookies.ts'
import type { BrowserSettings } from './http.ts'
import { createBrowser } from './http.ts'
import { siiOrigins } from './origins.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

const portal = 'https://www1.sii.cl/cgi-bin/Portal001/a.cgi'

function answered(status: number, headers: Record<string, string | string[]> = {}): WireAnswer {
  return { kind: 'answered', status, headers, body: Buffer.from('<p>x') }
}

function open(
  answer: (request: WireRequest, index: number) => WireAnswer,
  settings: Partial<BrowserSettings> = {},
) {
  const asked: WireRequest[] = []
  const browser = createBrowser(
    {
      origins: siiOrigins('http://127.0.0.1:1'),
      wire: async (request) => {
        asked.push(request)
        return answer(request, asked.length - 1)
      },
      userAgent: 'Agent',
      timeouts: { usualMs: 30_000, slowMs: 90_000 },
      paceMs: 0,
      nowMs: () => 0,
      wait: async () => undefined,
      ...settings,
    },
    openCookies(),
  )
  return { browser, asked }
}

describe('a GET', () => {
  test('follows redirects within the SII, with their cookies and referers', async () => {
    const { browser, asked } = open((_, index) =>
      index === 0
        ? answered(302, { location: 'https://misiir.sii.cl/b', 'set-cookie': 'A=1; Path=/' })
        : answered(200),
    )
    const visit = await browser.get(portal)
    expect(visit).toMatchObject({ page: { url: 'https://misiir.sii.cl/b', movedTo: null } })
    expect(asked[1]).toMatchObject({
      method: 'GET',
      url: 'http://127.0.0.1:1/misiir/b',
      headers: { cookie: 'A=1', referer: portal },
    })
  })

  test('never follows one that leaves the SII', async () => {
    for (const location of ['https://evil.example/x', '//evil.example', 'javascript:alert(1)']) {
      const { browser, asked } = open(() => answered(302, { location }))
      const visit = await browser.get(portal)
      expect(visit).toMatchObject({ page: { movedTo: { kind: 'outside', text: location } } })
      expect(asked).toHaveLength(1)
    }
  })

  test('gives up after five redirects', async () => {
    const { browser, asked } = open(() => answered(302, { location: '/again' }))
    expect(await browser.get(portal)).toMatchObject({ page: { movedTo: { kind: 'inside' } } })
    expect(asked).toHaveLength(6)
  })
})

describe('a POST', () => {
  test('is sent once, in windows-1252, and its redirect handed back', async () => {
    const { browser, asked } = open(() => answered(307, { location: '/again' }))
    const visit = await browser.post(portal, [['a', 'ñ']])
    expect(visit).toMatchObject({ page: { status: 307, movedTo: { kind: 'inside' } } })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      body: 'a=%F1',
      headers: {
        origin: 'https://www1.sii.cl',
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'Agent',
      },
    })
  })

  test('by AJAX is sent in UTF-8 and says so', async () => {
    const { browser, asked } = open(() => answered(200))
    await browser.post(portal, [['a', 'ñ']], { charset: 'utf8' })
    expect(asked[0]?.body).toBe('a=%C3%B1')
    expect(asked[0]?.headers['content-type']).toMatch(/charset=UTF-8$/)
  })

  test('asks its checkpoint last, and sends nothing when it says no', async () => {
    const order: string[] = []
    const { browser, asked } = open(
      () => {
        order.push('wire')
        return answered(200)
      },
      { wait: async () => void order.push('wait') },
    )
    const checkpoint = (says: boolean) => () => {
      order.push('checkpoint')
      return says
    }
    await browser.post(portal, [], { checkpoint: checkpoint(true) })
    expect(order).toEqual(['wait', 'checkpoint', 'wire'])
    const visit = await browser.post(portal, [], { checkpoint: checkpoint(false) })
    expect(visit).toEqual({ kind: 'notSent' })
    expect(asked).toHaveLength(1)
  })
})

test('an address outside the SII is a mistake and never asked', async () => {
  const { browser, asked } = open(() => answered(200))
  await expect(browser.get('https://evil.example/')).rejects.toThrow()
  expect(asked).toEqual([])
})

test('one request is under way at a time, in the order asked', async () => {
  let underWay = 0
  const most: number[] = []
  const order: string[] = []
  const { browser } = open(() => answered(200), {
    wire: async ({ method, url }) => {
      underWay += 1
      most.push(underWay)
      order.push(`${method} ${url.at(-1)}`)
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
      return answered(200)
    },
  })
  await Promise.all([
    browser.get('https://www1.sii.cl/1'),
    browser.post('https://www1.sii.cl/2', []),
    browser.get('https://www1.sii.cl/3'),
    browser.get('https://www1.sii.cl/4'),
  ])
  expect(most).toEqual([1, 1, 1, 1])
  expect(order).toEqual(['GET 1', 'POST 2', 'GET 3', 'GET 4'])
})

test('a failure of one request does not stop the next', async () => {
  const { browser } = open((_, index) => {
    if (index === 0) throw new Error('ours')
    return answered(200)
  })
  await expect(browser.get(portal)).rejects.toThrow('ours')
  expect(await browser.get(portal)).toMatchObject({ kind: 'page' })
})

test('after its end nothing is asked', async () => {
  const { browser, asked } = open(() => answered(200))
  browser.end()
  expect(await browser.get(portal)).toEqual({ kind: 'notSent' })
  expect(asked).toEqual([])
})
