/**
 * node bench/api-empty.mjs express|fastify|query: a route that does nothing, or one that asks PostgreSQL one
 * thing, as pg does it, and nothing else.
 */
import express from 'express'
import { fastify } from 'fastify'
import { Pool } from 'pg'
import { answerAsked } from './api-server.ts'

const [, , kind, databaseUrl] = process.argv

if (kind === 'express') {
  const app = express()
  app.get('/empty', (_request, response) => response.json({}))
  const server = app.listen(0, '127.0.0.1', () => {
    answerAsked({ url: `http://127.0.0.1:${server.address().port}`, path: '/empty', headers: {} })
  })
} else {
  const pool = new Pool({ connectionString: databaseUrl, max: 3, pipeline: true })
  const one = {
    name: 'one',
    text: 'select oid, datname from pg_database where oid = $1',
    values: [1],
  }
  const app = fastify()
  app.get('/empty', async () => ({}))
  app.get('/query', async () => (await pool.query(one)).rows[0])
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  answerAsked({ url, path: kind === 'query' ? '/query' : '/empty', headers: {} })
}
