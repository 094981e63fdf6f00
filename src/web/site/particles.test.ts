import { expect, test } from 'vitest'
import { particles } from './particles.ts'

test('twenty particles, each within the sizes and times of the specification', () => {
  const all = particles()
  expect(all).toHaveLength(20)
  for (const { width, height, animationDuration, animationDelay } of all) {
    expect(height).toBe(width)
    expectWithin(width, 2, 6)
    expectWithin(animationDuration, 10, 30)
    expectWithin(animationDelay, 0, 20)
  }
})

test('the same ones at every build', () => {
  expect(particles()).toEqual(particles())
})

function expectWithin(text: string, least: number, most: number): void {
  expect(parseFloat(text)).toBeGreaterThanOrEqual(least)
  expect(parseFloat(text)).toBeLessThanOrEqual(most)
}
