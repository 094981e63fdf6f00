/**
 * node bench/notices-plain.mjs URL: the least that takes a signed notification durably: plain Fastify, the same check of
 * the signature over the raw body, one look-up of the connection and one insert.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { fastify } from 'fastify'
import { Pool } from 'pg'
import { answerAsked } from './api-server.ts'

const [, , databaseUrl] = process.argv
const ID = '00000000-0000-4000-8000-000000000002'
const SECRET = 'khipu-secret'

const pool = new Pool({ connectionString: databaseUrl, max: 3, pipeline: true })
await pool.query(`drop table if exists bench_notice, bench_connection`)
await pool.query(
  `create table bench_connection (id bigint primary key, public_id uuid unique, secret text)`,
)
await pool.query(`create table bench_notice (
  id bigint generated always as identity primary key, connection_id bigint not null, event_key text not null,
  raw_body bytea not null, received_at timestamptz not null, unique (connection_id, event_key))`)
await pool.query('insert into bench_connection values (1, $1, $2)', [ID, SECRET])

const app = fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.post('/notices/:connection', async (request, reply) => {
  const found = await pool.query({
    name: 'connection',
    text: 'select id, secret from bench_connection where public_id = $1',
    values: [request.params.connection],
  })
  const connection = found.rows[0]
  const { t, s } = Object.fromEntries(
    request.headers['x-khipu-signature'].split(',').map((part) => {
      const [name, ...rest] = part.split('=')
      return [name, rest.join('=')]
    }),
  )
  const wanted = createHmac('sha256', connection.secret)
    .update(`${t}.`)
    .update(request.body)
    .digest()
  if (!timingSafeEqual(wanted, Buffer.from(s, 'base64'))) return reply.code(401).send()
  const { payment_id: id, conciliation_date: at } = JSON.parse(request.body.toString())
  await pool.query({
    name: 'notice',
    text: `insert into bench_notice (connection_id, event_key, raw_body, received_at)
           values ($1, $2, $3, now()) on conflict do nothing`,
    values: [connection.id, `${id}:${at}`, request.body],
  })
  return reply.code(200).send()
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const headers = { 'x-bench-secret': SECRET, 'x-bench-now': String(Date.now()) }
answerAsked({ url, path: `/notices/${ID}`, headers })
