import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Mailbox } from './mailbox.ts'

export interface SmtpSink {
  url: string
  /** From now on every message is refused with this reply code (450 for later, 550 for never). */
  setTrouble(code: number | null): void
  close(): Promise<void>
}

const MOST_BYTES = 15 * 1024 * 1024

/** Takes every message for every address, from this machine only, and sends nothing on. */
export async function startSmtpSink(
  mailbox: Pick<Mailbox, 'receive'>,
  port: number,
): Promise<SmtpSink> {
  let trouble: number | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MOST_BYTES,
    logger: false,
    onRcptTo: (_address, _session, done) =>
      done(trouble === null ? null : Object.assign(new Error('no'), { responseCode: trouble })),
    onData: (stream, session, done) =>
      void receive(mailbox, stream, session).then(() => done(), done),
  })
  // A client that breaks off is its own affair.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  const ownPort = address !== null && typeof address === 'object' ? address.port : port
  return {
    url: `smtp://127.0.0.1:${ownPort}`,
    setTrouble: (code) => void (trouble = code),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function receive(
  mailbox: Pick<Mailbox, 'receive'>,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const chunks: AsyncIterable<Uint8Array> = stream
  const parts: Buffer[] = []
  for await (const part of chunks) parts.push(Buffer.from(part))
  if (stream.sizeExceeded) throw Object.assign(new Error('too large'), { responseCode: 552 })
  const { mailFrom, rcptTo } = session.envelope
  mailbox.receive({
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    raw: Buffer.concat(parts),
  })
}
