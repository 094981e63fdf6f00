/** The least that tells a POST to those who listen: GET /events?house=N is a stream, POST /told?house=N&document=M an event. */
import { createServer } from 'node:http'
import { answerAsked } from './api-server.ts'

const streams = new Map()
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  const house = searchParams.get('house')
  if (pathname === '/told') {
    request.resume()
    const data = JSON.stringify({ document: Number(searchParams.get('document')) })
    for (const stream of streams.get(house) ?? [])
      stream.write(`event: document\ndata: ${data}\n\n`)
    return response.end()
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('retry: 3000\n\n')
  streams.set(house, [...(streams.get(house) ?? []), response])
})
server.listen(0, '127.0.0.1', () => {
  answerAsked({ url: `http://127.0.0.1:${server.address().port}`, path: '/events', headers: {} })
})
