/** node bench/api-empty.mjs express|fastify: a route that does nothing. */
import express from 'express'
import { fastify } from 'fastify'
import { answerAsked } from './api-server.ts'

if (process.argv[2] === 'express') {
  const app = express()
  app.get('/empty', (_request, response) => response.json({}))
  const server = app.listen(0, '127.0.0.1', () => {
    answerAsked({ url: `http://127.0.0.1:${server.address().port}`, path: '/empty', headers: {} })
  })
} else {
  const app = fastify()
  app.get('/empty', async () => ({}))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  answerAsked({ url, path: '/empty', headers: {} })
}
