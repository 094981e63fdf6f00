import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

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
