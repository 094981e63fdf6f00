import { LogLevel, ConfidentialClientApplication, type INetworkModule } from '@azure/msal-node'
import { auth, gmail } from '@googleapis/gmail'
import { Client } from '@microsoft/microsoft-graph-client'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consentAt } from '#simulators/mail/providers/consent.ts'
import {
  ANA,
  CALLBACK,
  challenge,
  CLIENT,
  openMailStage,
  VERIFIER,
  type MailStage,
} from './stage.ts'

const RAW = [
  `From: ${ANA}`,
  'To: cliente@empresa.example',
  'Message-ID: <w1@folio.example>',
  'Subject: Hola',
  '',
  'Hola',
].join('\r\n')

const CHALLENGED = `&code_challenge=${challenge(VERIFIER)}&code_challenge_method=S256`

describe("Google's own libraries against the stand-in", () => {
  let stage: MailStage
  const scope = ['openid', 'email', 'https://www.googleapis.com/auth/gmail.send']
  beforeAll(async () => {
    stage = await openMailStage('google')
  })
  afterAll(() => stage.close())

  function oauth() {
    const { url } = stage.simulator
    return new auth.OAuth2({
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      redirectUri: CALLBACK,
      endpoints: {
        oauth2AuthBaseUrl: `${url}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${url}/token`,
        oauth2RevokeUrl: `${url}/revoke`,
      },
    })
  }

  async function connected() {
    const client = oauth()
    const url = client.generateAuthUrl({
      access_type: 'offline',
      prompt: 'consent',
      scope,
      state: 's',
    })
    const back = await consentAt(`${url}${CHALLENGED}`, { email: ANA }, CALLBACK)
    const code = back.searchParams.get('code') ?? ''
    const { tokens } = await client.getToken({ code, codeVerifier: VERIFIER })
    client.setCredentials(tokens)
    return client
  }

  test('connect, send in JSON and as media, refresh and revoke', async () => {
    const client = await connected()
    expect(client.credentials.refresh_token).toBeTruthy()
    const api = gmail({ version: 'v1', auth: client, rootUrl: `${stage.simulator.url}/` })
    const raw = Buffer.from(RAW).toString('base64url')
    const sent = await api.users.messages.send({ userId: 'me', requestBody: { raw } })
    expect(sent.data).toMatchObject({ labelIds: ['SENT'] })
    const media = { mimeType: 'message/rfc822', body: RAW }
    await api.users.messages.send({ userId: 'me', media }, { rootUrl: `${stage.simulator.url}/` })
    expect(stage.accepted.map(({ to }) => to)).toEqual([
      ['cliente@empresa.example'],
      ['cliente@empresa.example'],
    ])
    const { credentials } = await client.refreshAccessToken()
    expect(credentials.access_token).toBeTruthy()
    const refreshToken = client.credentials.refresh_token ?? ''
    await client.revokeToken(refreshToken)
    await expect(client.refreshAccessToken()).rejects.toThrow('invalid_grant')
  })

  test('what the stand-in refuses is what its description refuses', async () => {
    const client = await connected()
    const call = (body: object) =>
      client.request({
        url: `${stage.simulator.url}/gmail/v1/users/me/messages/send`,
        method: 'POST',
        data: body,
      })
    await expect(call({ raww: 'x' })).rejects.toThrow('Unknown name "raww"')
    await expect(call({ raw: 7 })).rejects.toThrow('is no text')
    await expect(call({ raw: '+/=' })).rejects.toThrow('base64url')
    await expect(call({})).rejects.toThrow('is required')
  })

  test('a code without its verifier is worth nothing', async () => {
    const client = oauth()
    const back = await consentAt(
      `${client.generateAuthUrl({ scope, state: 's' })}${CHALLENGED}`,
      { email: ANA },
      CALLBACK,
    )
    const code = back.searchParams.get('code') ?? ''
    await expect(client.getToken({ code, codeVerifier: 'x'.repeat(64) })).rejects.toThrow(
      'invalid_grant',
    )
    const bare = await consentAt(
      client.generateAuthUrl({ scope, state: 's' }),
      { email: ANA },
      CALLBACK,
    )
    expect(bare.searchParams.get('error')).toBe('invalid_request')
  })
})

describe("Microsoft's own libraries against the stand-in", () => {
  let stage: MailStage
  const scopes = ['Mail.Send', 'Mail.ReadWrite'].map((one) => `https://graph.microsoft.com/${one}`)
  beforeAll(async () => {
    stage = await openMailStage('microsoft')
  })
  afterAll(() => stage.close())

  /** MSAL insists on its own hosts; the way there is the program's to choose. */
  function network(): INetworkModule {
    const send = async (
      method: string,
      url: string,
      options: Parameters<INetworkModule['sendPostRequestAsync']>[1],
    ) => {
      const near = url.replace('https://login.microsoftonline.com', stage.simulator.url)
      const reply = await fetch(near, {
        method,
        headers: options?.headers ?? {},
        body: options?.body ?? null,
      })
      const headers = Object.fromEntries(reply.headers)
      return { status: reply.status, headers, body: await reply.json() }
    }
    return {
      sendGetRequestAsync: (url, options) => send('GET', url, options),
      sendPostRequestAsync: (url, options) => send('POST', url, options),
    }
  }

  async function accessToken(): Promise<string> {
    const program = new ConfidentialClientApplication({
      auth: {
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
        authority: 'https://login.microsoftonline.com/common',
      },
      system: { networkClient: network(), loggerOptions: { logLevel: LogLevel.Error } },
    })
    const asked = {
      scopes,
      redirectUri: CALLBACK,
      codeChallenge: challenge(VERIFIER),
      codeChallengeMethod: 'S256',
    }
    const url = await program.getAuthCodeUrl({ ...asked, state: 's', prompt: 'select_account' })
    const near = url.replace('https://login.microsoftonline.com', stage.simulator.url)
    const back = await consentAt(near, { email: ANA }, CALLBACK)
    const code = back.searchParams.get('code') ?? ''
    const result = await program.acquireTokenByCode({
      scopes,
      redirectUri: CALLBACK,
      code,
      codeVerifier: VERIFIER,
    })
    return result.accessToken
  }

  /** Over plain HTTP the library leaves the token out; it is given beside. */
  function graph(token: string) {
    const client = Client.init({
      baseUrl: stage.simulator.url,
      authProvider: (done) => done(null, token),
    })
    return (path: string) => client.api(path).header('authorization', `Bearer ${token}`)
  }

  test('MSAL gets a token, and the Graph client sends, makes a draft and uploads to it', async () => {
    const api = graph(await accessToken())
    await api('/me/sendMail').post({
      message: {
        subject: 'Añañuca 🌺',
        body: { contentType: 'HTML', content: '<p>Hola</p>' },
        toRecipients: [{ emailAddress: { address: 'cliente@empresa.example', name: 'Peña' } }],
      },
      saveToSentItems: true,
    })
    const mail = await PostalMime.parse(stage.accepted[0]?.raw ?? '')
    expect(mail.subject).toBe('Añañuca 🌺')
    expect(mail.to).toMatchObject([{ address: 'cliente@empresa.example', name: 'Peña' }])
    const toRecipients = [{ emailAddress: { address: 'cliente@empresa.example' } }]
    const draft: unknown = await api('/me/messages').post({ subject: 'Grande', toRecipients })
    const id: unknown = Object.getOwnPropertyDescriptor(Object(draft), 'id')?.value
    const bytes = Buffer.alloc(5_000_000, 7)
    const session: unknown = await api(
      `/me/messages/${String(id)}/attachments/createUploadSession`,
    ).post({
      AttachmentItem: { attachmentType: 'file', name: 'a.pdf', size: bytes.length },
    })
    const uploadUrl = String(Object.getOwnPropertyDescriptor(Object(session), 'uploadUrl')?.value)
    for (const [from, to] of [
      [0, 3_000_000],
      [3_000_000, bytes.length],
    ] as const) {
      const range = `bytes ${from}-${to - 1}/${bytes.length}`
      const body = bytes.subarray(from, to)
      await fetch(uploadUrl, { method: 'PUT', body, headers: { 'content-range': range } })
    }
    await api(`/me/messages/${String(id)}/send`).post({})
    const large = await PostalMime.parse(stage.accepted[1]?.raw ?? '')
    expect(large.attachments[0]?.filename).toBe('a.pdf')
    expect(stage.accepted).toHaveLength(2)
  })

  test('what the stand-in refuses is what the metadata refuses', async () => {
    const api = graph(await accessToken())
    const to = [{ emailAddress: { address: 'c@empresa.example' } }]
    const send = (message: object) => api('/me/sendMail').post({ message })
    await expect(send({ subjet: 'x', toRecipients: to })).rejects.toThrow("'subjet' does not exist")
    await expect(send({ toRecipients: 'x' })).rejects.toThrow('is no list')
    await expect(
      send({ toRecipients: to, body: { contentType: 'PDF', content: '' } }),
    ).rejects.toThrow('is no bodyType')
    await expect(api('/me/sendMail').post({ mesage: {} })).rejects.toThrow("'Message' is missing")
    await expect(send({ subject: 'nadie' })).rejects.toThrow('recipient')
  })
})
