import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { settableClock } from '../clock.ts'
import { networkOf } from './network.ts'
import { createServer } from './server.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
])('an IPv4 address is a network of its own: %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each([
  '2001:db8:1:2::1',
  '2001:0db8:0001:0002:ffff:ffff:ffff:ffff',
  '2001:DB8:1:2:0:0:0:9',
  '2001:db8:1:2::%eth0',
])('IPv6 addresses of one /64 are one network, however they are written: %s', (ip) => {
  expect(networkOf(ip)).toBe('2001:db8:1:2::/64')
})

test('IPv6 addresses of neighbouring /64 are different networks', () => {
  expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'))
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
})

test('a forwarded address counts from a trusted proxy alone', async () => {
  const networkSeen = async (trustedProxies: string[], forwarded: string) => {
    const clock = settableClock('2026-11-05T15:00:00Z')
    const logger = pino({ enabled: false })
    const server = await createServer({ logger, clock, secure: false, trustedProxies })
    server.get('/', (request) => Promise.resolve({ network: networkOf(request.ip) }))
    const headers = { 'x-forwarded-for': forwarded }
    const reply = await server.inject({ url: '/', headers, remoteAddress: '10.0.0.1' })
    await server.close()
    return z.object({ network: z.string() }).parse(reply.json()).network
  }
  expect(await networkSeen([], '203.0.113.9')).toBe('10.0.0.1')
  expect(await networkSeen(['192.0.2.1'], '203.0.113.9')).toBe('10.0.0.1')
  expect(await networkSeen(['10.0.0.0/8'], '203.0.113.9')).toBe('203.0.113.9')
  // What the caller itself wrote stands before what the proxy added.
  expect(await networkSeen(['10.0.0.0/8'], '198.51.100.7, 203.0.113.9')).toBe('203.0.113.9')
})
