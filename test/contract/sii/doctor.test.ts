import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatRut, RUT_SII, rut as rutOf } from '#domain/rut.ts'
import { siiOrigins, undiciWire, type Wire } from '#sii/sii.ts'
import type { IndicatorsSimulator } from '#simulators/indicators/indicators.ts'
import { startIndicatorsSimulator } from '#simulators/indicators/indicators.ts'
import { world } from '#simulators/world.ts'
import type { Examination } from '../../../scripts/sii/examine.ts'
import { examine } from '../../../scripts/sii/examine.ts'
import { openQuestions } from '../../../scripts/sii/questions.ts'
import { plainLetters } from '../../../scripts/sii/portal-words.ts'
import { redactedRecord } from '../../../scripts/sii/record.ts'
import type { FactCode } from '../../../scripts/sii/walk.ts'
import { closingText, findingLine } from '../../../scripts/sii/report.ts'
import { doctor } from '#texts/es/doctor.ts'
import { ANTONIA, openDesk, RODRIGO, type Desk } from './desk.ts'

let desk: Desk
let indicators: IndicatorsSimulator
beforeEach(async () => {
  desk = await openDesk()
  indicators = await startIndicatorsSimulator({ port: 0, now: () => desk.simulator.admin.now() })
})
afterEach(async () => {
  await desk.simulator.close()
  await indicators.close()
})

interface Changes {
  who?: { rut: typeof RODRIGO.rut; clave: string }
  wire?: (network: Wire) => Wire
  stop?: AbortSignal
}

function examineSimulated({ who = RODRIGO, wire = (network) => network, stop }: Changes = {}) {
  return examine(
    {
      ...(stop === undefined ? {} : { stop }),
      origins: siiOrigins(desk.simulator.url),
      mindicadorUrl: `${indicators.url}/mindicador`,
      governmentUrl: `${indicators.url}/digital`,
      boostrUrl: `${indicators.url}/boostr`,
      wire: wire(undiciWire()),
      nowMs: () => desk.simulator.admin.now(),
      wait: async () => undefined,
      paceMs: 0,
      told: () => undefined,
    },
    { person: who.rut, clave: who.clave },
  )
}

function findingOf(examination: Examination, fact: FactCode): string[] {
  return examination.findings.filter((one) => one.fact === fact).map((one) => one.kind)
}

const observedOf = ({ observed }: Examination) =>
  Object.fromEntries(observed.map(({ code, value }) => [code, value]))

describe('an account of facturas', () => {
  test('confirms every fact there is something to see of, and issues nothing', async () => {
    const before = JSON.stringify(desk.simulator.admin.ledger())
    const examination = await examineSimulated()
    expect(examination.login).toBe('ok')
    expect(examination.findings.filter((one) => one.kind === 'wrong')).toEqual([])
    const confirmed: FactCode[] = [
      'login',
      'profile',
      'certificate',
      'companies',
      'issuer',
      'recipient',
    ]
    confirmed.push('issuedList', 'receivedList', 'emptyList', 'status', 'pdf', 'xml', 'receivedPdf')
    confirmed.push('preview', 'previewPdf', 'salesSummary', 'registerExportRoute', 'misDteRoute')
    confirmed.push('taxpayer', 'authorisedIssuer', 'uf', 'ufCheck', 'utm', 'holidaysGovernment')
    confirmed.push('holidaysBoostr', 'logout')
    for (const fact of confirmed)
      expect([fact, findingOf(examination, fact)[0]]).toEqual([fact, 'confirmed'])
    const { admin } = desk.simulator
    expect(JSON.stringify(admin.ledger())).toBe(before)
    expect(admin.sends()).toEqual([])
    const asked = admin.requests().map(({ path }) => path.split('/').at(-1))
    expect(asked).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/GenXMLFirma|FirmaDigital|SendXML|Borrador\.cgi|TMBANU/),
      ]),
    )
    expect(asked.filter((page) => page === 'CAutInicio.cgi')).toHaveLength(1)
    expect(admin.sessions().filter((session) => session.open)).toEqual([])
  })

  test('learns what nobody knew, in either variant', async () => {
    const usual = observedOf(await examineSimulated())
    expect(usual).toMatchObject({
      loginSuccess: 'location.replace',
      certificateType: expect.stringContaining('text/html'),
      chooser: '2+',
      issuerRows: expect.stringMatching(/^emisorDir 2×5, emisorActEco 2×2$/),
      csvDates: '/',
      registerExport: '0',
      sessionLost: 'HTML',
    })
    expect(usual.emptyList).toMatch(/no existen documentos/)
    desk.simulator.admin.setVariants({
      loginSuccess: 'redirect',
      sessionLost: 'redirect',
      certificateType: 'application/json',
      csvDates: 'hyphens',
      emptyList: 'table',
      myDocumentsKeys: 'short',
    })
    const other = observedOf(await examineSimulated())
    expect(other).toMatchObject({
      loginSuccess: 'HTTP 302',
      certificateType: expect.stringContaining('json'),
      csvDates: '-',
      sessionLost: 'HTTP 302',
    })
    expect(other.emptyList).not.toMatch(/no existen documentos/)
    expect(other.misDteKeys).not.toBe(usual.misDteKeys)
  })
})

test('an account of boletas is walked up to the confirmation, and issues none', async () => {
  const before = JSON.stringify(desk.simulator.admin.boletas())
  const examination = await examineSimulated({ who: ANTONIA })
  expect(examination.findings.filter((one) => one.kind === 'wrong')).toEqual([])
  for (const fact of ['boletaIssuer', 'boletaPreview', 'boletaPdf'] as const) {
    expect([fact, findingOf(examination, fact)]).toEqual([fact, ['confirmed']])
  }
  expect(findingOf(examination, 'boletasIssued')).toContain('confirmed')
  expect(observedOf(examination)).toMatchObject({ boletaDays: '01', boletaTime: 'tiempo' })
  expect(JSON.stringify(desk.simulator.admin.boletas())).toBe(before)
  expect(desk.simulator.admin.sends()).toEqual([])
})

test('a wrong clave is tried once, told in plain Spanish, and nothing else is asked', async () => {
  const examination = await examineSimulated({ who: { rut: RODRIGO.rut, clave: 'otra9876' } })
  expect(examination.login).toBe('invalidCredentials')
  expect(desk.simulator.admin.wrongClaves()).toEqual({ [RODRIGO.rut]: 1 })
  expect(examination.findings).toHaveLength(1)
  expect(observedOf(examination)).toEqual({})
  expect(examination.record).not.toContain('otra9876')
})

describe('a page that differs from what is known', () => {
  const replaced =
    (page: string, body: string) =>
    (network: Wire): Wire =>
    async (request) => {
      const answer = await network(request)
      if (!request.url.includes(page) || answer.kind !== 'answered') return answer
      return { ...answer, body: Buffer.from(body) }
    }

  const pages: [string, string, FactCode][] = [
    ['mipeAdminDocsEmi.cgi', '<html><h1>Nueva lista</h1></html>', 'issuedList'],
    ['mipeGenFacEx.cgi', '<form name="OTRO"></form>', 'issuer'],
    ['getResumen', '{"otra":1}', 'salesSummary'],
    ['uf2026.htm', '<html>UF</html>', 'uf'],
    ['TMBCOC_InformeMensualBhe.cgi', '<html>Informe</html>', 'boletasIssued'],
    ['getCertDigital.cgi', '<html></html>', 'certificate'],
  ]
  test.each(pages)(
    '%s is a wrong guess, and the walk goes on to its end',
    async (page, body, fact) => {
      const examination = await examineSimulated({ wire: replaced(page, body) })
      expect(findingOf(examination, fact)).toContain('wrong')
      expect(findingOf(examination, 'logout')).toEqual(['confirmed'])
      expect(closingText(examination, null)).toContain(doctor.facts[fact])
    },
  )

  test('even one that makes us fail is told and does not end the walk', async () => {
    const failing =
      (network: Wire): Wire =>
      async (request) => {
        if (request.url.includes('listaBorrador')) throw new Error(`clave=${RODRIGO.clave}`)
        return network(request)
      }
    const examination = await examineSimulated({ wire: failing })
    expect(findingOf(examination, 'drafts')).toContain('wrong')
    expect(findingOf(examination, 'logout')).toEqual(['confirmed'])
    expect(JSON.stringify(examination)).not.toContain(RODRIGO.clave)
  })
})

test('told to slow down, it asks nothing more and leaves', async () => {
  const slow =
    (network: Wire): Wire =>
    async (request) =>
      request.url.includes('mipeSelEmpresa')
        ? { kind: 'answered', status: 429, headers: {}, body: Buffer.from('Error 429') }
        : network(request)
  const examination = await examineSimulated({ wire: slow })
  expect(findingOf(examination, 'issuer')).toEqual([])
  expect(findingOf(examination, 'salesSummary')).toEqual([])
  expect(findingOf(examination, 'boletaIssuer')).toEqual(['unseen'])
  expect(findingOf(examination, 'logout')).toEqual(['confirmed'])
})

test('stopped by its person, it asks nothing more, closes the session and tells what it has', async () => {
  const stop = new AbortController()
  const stopping =
    (network: Wire): Wire =>
    async (request) => {
      if (request.url.includes('mipeSelEmpresa')) stop.abort()
      return network(request)
    }
  const examination = await examineSimulated({ wire: stopping, stop: stop.signal })
  const { admin } = desk.simulator
  expect(admin.sessions().filter((session) => session.open)).toEqual([])
  const asked = admin.requests().map(({ path }) => path.split('/').at(-1))
  expect(asked.slice(asked.indexOf('mipeSelEmpresa.cgi') + 1)).toEqual([
    'autTermino.cgi',
    // The public home.
    '',
    'siihome.cgi',
  ])
  expect(examination.findings.map(({ fact }) => fact)).toEqual([
    'login',
    'alive',
    'profile',
    'certificate',
    'logout',
  ])
  expect(examination.findings.map(({ kind }) => kind)).not.toContain('unseen')
})

describe('leaving', () => {
  test.each(['login-page', 'public-home'] as const)(
    'by way of the %s is followed and proved',
    async (logoutLanding) => {
      desk.simulator.admin.setVariants({ logoutLanding })
      const examination = await examineSimulated()
      expect(findingOf(examination, 'logout')).toEqual(['confirmed'])
      expect(desk.simulator.admin.sessions().filter((session) => session.open)).toEqual([])
      expect(JSON.parse(examination.record ?? '{}')).toMatchObject({ heldBack: [] })
      expect(closingText(examination, null)).not.toContain(doctor.notLeft)
    },
  )

  test('to a public home that does not answer is proved all the same', async () => {
    desk.simulator.admin.setVariants({ logoutLanding: 'public-home' })
    const away =
      (network: Wire): Wire =>
      async (request) =>
        /\/www\/?$/.test(new URL(request.url).pathname)
          ? { kind: 'failed', cause: 'network', code: 'ECONNRESET' }
          : network(request)
    expect(findingOf(await examineSimulated({ wire: away }), 'logout')).toEqual(['confirmed'])
  })

  test('that is not proved says to stop there', async () => {
    const lost =
      (network: Wire): Wire =>
      async (request) =>
        request.url.includes('autTermino')
          ? { kind: 'failed', cause: 'network', code: 'ECONNRESET' }
          : network(request)
    const examination = await examineSimulated({ wire: lost })
    expect(findingOf(examination, 'logout')).toEqual(['unseen'])
    expect(closingText(examination, null)).toContain(doctor.notLeft)
  })
})

test('a neighbour that is away is not told as trouble of the SII', async () => {
  indicators.setTrouble('down')
  const lines = (await examineSimulated()).findings.map(findingLine).join('\n')
  expect(lines).toContain(`${doctor.facts.holidaysBoostr}: ${doctor.reasons.away}`)
  expect(lines).not.toMatch(/boostr[^\n]*SII/)
})

describe('the record', () => {
  test('has no RUT, name, clave, cookie or token of anybody', async () => {
    const record = `${(await examineSimulated()).record}${(await examineSimulated({ who: ANTONIA })).record}`
    expect(record).toContain('EFXP_RUT_RECEP')
    expect(record).toContain('mipeDisplayPreView.cgi')
    const { people, companies, receivers, traders = [] } = world
    const secrets = [
      ...people.flatMap(({ clave, email, rut }) => [clave, email, formatRut(rutOf(rut))]),
      ...[...people, ...companies, ...receivers, ...traders].map(
        ({ rut }) => rut.split('-')[0] ?? '',
      ),
      ...desk.simulator.admin.sessions().map(({ token }) => token),
    ]
    const plain = record.toLowerCase()
    expect(secrets.filter((secret) => plain.includes(secret.toLowerCase()))).toEqual([])
    const names = [
      ...people.flatMap(({ names, fatherName, motherName }) => [names, fatherName, motherName]),
      ...[...companies, ...receivers, ...traders]
        .filter(({ rut }) => rut !== RUT_SII)
        .map(({ name }) => name),
    ]
    const words = new Set(plain.match(/[a-z]+/g))
    const told = names.flatMap((name) => plainLetters(name).split(/[^a-z]+/))
    const common = ['a', 'de', 'del', 'en', 'la', 'los', 'y', 'servicio', 'servicios', 'sociedad']
    expect(
      told.filter((word) => word.length > 3 && words.has(word) && !common.includes(word)),
    ).toEqual([])
  })

  test('is not given at all when something got through its fences', () => {
    const told = {
      today: '2026-11-20',
      findings: [],
      observed: [],
      heldBack: [],
      exchanges: [
        { step: 'x', method: 'GET', page: 'demo5678', asked: [], status: 200, type: '', bytes: 1 },
      ],
    }
    const secrets = { person: RODRIGO.rut, clave: 'demo5678', names: [], secrets: [] }
    expect(redactedRecord(told, secrets)).toBeNull()
    expect(redactedRecord(told, { ...secrets, clave: 'otra' })).toContain('demo5678')
  })

  test('hides the SII’s own words where they are part of a name of this account', () => {
    const finding = { fact: 'pdf', kind: 'wrong', why: '', said: 'la empresa no existe' } as const
    const told = { today: '', findings: [finding], observed: [], heldBack: [], exchanges: [] }
    const secrets = {
      person: RODRIGO.rut,
      clave: 'x9x9x9',
      names: ['EMPRESA DE RODRIGO'],
      secrets: [],
    }
    expect(redactedRecord(told, secrets)).toContain('la · no existe')
  })
})

test('what would issue never leaves, though the client asked', async () => {
  const { watch } = await import('../../../scripts/sii/watched-wire.ts')
  const left: string[] = []
  const network: Wire = async ({ url }) => {
    left.push(url)
    return { kind: 'failed', cause: 'network', code: 'X' }
  }
  const watching = watch(network, siiOrigins('http://127.0.0.1:9'))
  const ask = (path: string) =>
    watching.wire({
      method: 'POST',
      url: `http://127.0.0.1:9/${path}`,
      headers: {},
      body: 'a=b',
      timeoutMs: 1,
      maxBytes: 1,
      freshConnection: false,
    })
  const pages = ['mipeGenXMLFirma.cgi', 'postFirmaDigital.cgi', 'mipeSendXML.cgi']
  pages.push('mipeGrabaBorrador.cgi', 'TMBECN_BoletaHonorariosElectronica.cgi')
  pages.push('TMBANU_RecepcionAnulacion.cgi', 'TMBECN_EnviarBoleta.cgi', 'unknown.cgi')
  for (const page of pages) expect(await ask(`www1/${page}`)).toMatchObject({ code: 'NOT_READING' })
  for (const page of ['www/cgi/x.cgi', 'www/send', 'wwwx/']) {
    expect(await ask(page)).toMatchObject({ code: 'NOT_READING' })
  }
  expect(left).toEqual([])
  await ask('www1/cgi-bin/Portal001/mipeSelEmpresa.cgi')
  expect(left).toHaveLength(1)
})

describe('as a program', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'folio-doctor-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  async function run(
    typed: string,
    places: Record<string, string> = {},
    more: string[] = [],
  ): Promise<{ code: number | null; shown: string; path: string }> {
    const path = join(folder, 'record.json')
    const program = join(import.meta.dirname, '../../../scripts/sii/main.ts')
    const child = spawn(
      process.execPath,
      [program, 'doctor', '--record', path, '--pace', '0', ...more],
      {
        env: {
          ...process.env,
          SII_BASE_URL: desk.simulator.url,
          INDICATORS_BASE_URL: indicators.url,
          ...places,
        },
      },
    )
    let shown = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (shown += chunk.toString()))
    }
    child.stdin.end(typed)
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { code, shown, path }
  }

  test('asks RUT and clave, shows neither, tells what it found and where the record is', async () => {
    const { code, shown, path } = await run(`13.131.313-6\n${RODRIGO.clave}\n`)
    expect(shown).toContain(doctor.facts.preview)
    expect(shown).toContain(path)
    expect(shown).not.toContain(RODRIGO.clave)
    expect(shown).not.toContain('13131313')
    expect(code).toBe(0)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ heldBack: [] })
    expect(desk.simulator.admin.sends()).toEqual([])
  })

  test('run twice on one day it keeps the earlier record, and fails when leaving is not proved', async () => {
    await run(`13.131.313-6\n${RODRIGO.clave}\n`)
    const { admin } = desk.simulator
    admin.faults.add({ kind: 'drop-request', cgi: 'autTermino.cgi', times: 9 })
    const { code, shown, path } = await run(`13.131.313-6\n${RODRIGO.clave}\n`)
    expect([code, shown.includes(doctor.notLeft)]).toEqual([1, true])
    expect(readdirSync(folder).sort()).toEqual(['record-2.json', 'record.json'])
    expect(shown).toContain(path.replace('.json', '-2.json'))
  })

  test.each([
    ['--help', 0],
    ['--halp', 1],
  ])('%s tells how it is used and asks nothing', async (option, expected) => {
    const { code, shown } = await run('', {}, [option])
    expect([code, shown.trim()]).toEqual([expected, doctor.usage])
  })

  test('without a valid RUT or a clave it enters nowhere', async () => {
    expect((await run('13.131.313-7\n')).shown).toContain(doctor.badRut)
    expect((await run('13.131.313-6\n')).shown).toContain(doctor.withoutClave)
    expect(desk.simulator.admin.requests()).toEqual([])
  })

  test.each([
    ['SII_BASE_URL', 'hola'],
    ['SII_HOST_URLS', 'wwww1=http://127.0.0.1:1'],
  ])('where %s names no place, the SII itself isn’t asked instead', async (name, text) => {
    const { code, shown } = await run(`13.131.313-6\n${RODRIGO.clave}\n`, { [name]: text })
    expect([code, shown.trim()]).toEqual([1, doctor.badPlace])
  })
})

test('at a terminal the clave is shown nowhere, not even by the arrow keys', async () => {
  const input = new PassThrough()
  const output = new PassThrough()
  const shown: string[] = []
  output.on('data', (chunk: Buffer) => shown.push(chunk.toString()))
  const questions = openQuestions(input, output, true)
  const visible = questions.ask('RUT: ')
  input.write('13131313-6\r')
  expect(await visible).toBe('13131313-6')
  const hidden = questions.askHidden('Clave: ')
  input.write('secreta9\r')
  expect(await hidden).toBe('secreta9')
  const again = questions.ask('Otra: ')
  input.write('\u001B[A\r')
  expect(await again).not.toBe('secreta9')
  questions.close()
  expect(shown.join('')).toContain('13131313-6')
  expect(shown.join('')).not.toContain('secreta9')
})
