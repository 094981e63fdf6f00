import type { Portal } from './portal.ts'
import { receiverEvents } from './document-states.ts'
import type { StoredDocument } from './state.ts'

/** The document with what its receiver has done with it by now, where the world's receivers react by themselves. */
export function asReacted(portal: Portal, one: StoredDocument): StoredDocument {
  const habit = portal.world.reactions?.find(({ receiverRut }) => receiverRut === one.receiverRut)
  if (habit === undefined || one.tipoDte !== 33 || one.reactedAtMs !== null) return one
  const reactedAtMs = one.storedAtMs + habit.afterMs
  const isOfStory = one.issueDay >= portal.state.startedOn
  if (!isOfStory || reactedAtMs > portal.now()) return one
  return { ...one, state: receiverEvents[habit.code].state, eventCode: habit.code, reactedAtMs }
}
