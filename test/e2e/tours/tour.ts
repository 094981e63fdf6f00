import type { City } from '../fixtures/city.ts'
import { newcomer, readSalesAndPurchases, resident } from '../fixtures/resident.ts'
import { directoryStops } from '../directory/stops.ts'
import type { Stop } from './stop.ts'
import { agendaStops } from './agenda.ts'
import { documentStops, furnish } from './documents.ts'
import { doorStops } from './door.ts'
import { galleryStops } from './gallery.ts'
import { houseStops } from './house.ts'
import { laterStops } from './later.ts'
import { longStops } from './long.ts'
import { nothingStops } from './nothing.ts'
import { paymentStops } from './payments.ts'
import { profileStops } from './profile.ts'
import { refusedStops } from './refused.ts'
import { troubleStops } from './trouble.ts'
import { undoneStops } from './undone.ts'
import { uploadStops } from './uploads/upload-stops.ts'
import { waitingStops } from './waiting.ts'
import { wizardStops } from './wizard.ts'

export type Part = (typeof walks)[keyof typeof walks][number]

/** The parts that each test file walks: about as long as each other, because files run side by side. */
export const walks = {
  account: ['door', 'profile', 'gallery', 'undone', 'later', 'trouble'],
  documents: ['wizard', 'agenda', 'nothing'],
  failures: ['refused', 'waiting', 'payments'],
  rules: ['house', 'long'],
  uploads: ['uploads', 'directory'],
} as const

/** Stops of each part: one that got lost would be a screen that is not looked at any more. */
export const STOPS: Record<Part, number> = {
  door: 34,
  trouble: 13,
  refused: 36,
  gallery: 3,
  nothing: 14,
  house: 61,
  profile: 18,
  agenda: 19,
  undone: 16,
  later: 7,
  long: 20,
  waiting: 25,
  wizard: 26,
  payments: 46,
  uploads: 24,
  directory: 26,
}

/**
 * Every screen, with what can stand open on it, in parts that each have an app and accounts of their own. Without
 * `isWhole` a part may leave out stops of the deep run, because what they show takes long to make.
 */
export const tours: Record<Part, (city: City, isWhole: boolean) => Promise<Stop[]>> = {
  door: doorStops,
  trouble: async (city) => troubleStops(city, await resident(city)),
  refused: refusedStops,
  gallery: () => Promise.resolve(galleryStops),
  nothing: nothingStops,
  house: async (city) => {
    const as = await resident(city)
    await readSalesAndPurchases(city, as)
    const furnished = await furnish(city, as)
    return [...houseStops(as, furnished), ...(await documentStops(as, furnished))]
  },
  profile: async (city) => profileStops(city, await newcomer(city)),
  agenda: async (city) => agendaStops(city, await resident(city)),
  undone: undoneStops,
  later: laterStops,
  long: longStops,
  waiting: waitingStops,
  wizard: async (city) => wizardStops(await resident(city)),
  payments: paymentStops,
  uploads: uploadStops,
  directory: directoryStops,
}
