import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { watchAnswers } from './test-answers.ts'

function served(status: number) {
  const server = fastify()
  // Before the watch, as the app's own routes are.
  server.get('/api/documents/:id/', (_request, reply) => reply.code(status).send({}))
  return { server, answers: watchAnswers(server) }
}

test('a status that a call is not described with fails the tests that met it', async () => {
  const { server, answers } = served(409)
  await server.inject('/api/documents/7/')
  await expect(answers.close()).rejects.toThrow('GET /documents/{id}/ answered 409')
})

test('a described status passes', async () => {
  const { server, answers } = served(404)
  await server.inject('/api/documents/7/')
  await expect(answers.close()).resolves.toBeUndefined()
})
