import type { City } from './city.ts'
import { newcomer, resident } from './resident.ts'
import type { Stop } from './stop.ts'
import { agendaStops } from './tour-agenda.ts'
import { documentStops } from './tour-documents.ts'
import { doorStops } from './tour-door.ts'
import { galleryStops } from './tour-gallery.ts'
import { houseStops } from './tour-house.ts'
import { laterStops } from './tour-later.ts'
import { longStops } from './tour-long.ts'
import { nothingStops } from './tour-nothing.ts'
import { profileStops } from './tour-profile.ts'
import { refusedStops } from './tour-refused.ts'
import { troubleStops } from './tour-trouble.ts'
import { undoneStops } from './tour-undone.ts'
import { waitingStops } from './tour-waiting.ts'
import { wizardStops } from './tour-wizard.ts'

/**
 * Every screen, with what can stand open on it, in parts that each are walked in a few minutes at most and in a
 * city of their own.
 */
export const tours: Record<
  | 'door'
  | 'trouble'
  | 'refused'
  | 'gallery'
  | 'nothing'
  | 'house'
  | 'documents'
  | 'profile'
  | 'agenda'
  | 'undone'
  | 'later'
  | 'long'
  | 'waiting'
  | 'wizard',
  (city: City) => Promise<Stop[]>
> = {
  door: doorStops,
  trouble: async (city) => troubleStops(city, await resident(city)),
  refused: refusedStops,
  gallery: () => Promise.resolve(galleryStops),
  nothing: nothingStops,
  house: async (city) => houseStops(city, await resident(city)),
  documents: async (city) => documentStops(city, await resident(city)),
  profile: async (city) => profileStops(city, await newcomer(city)),
  agenda: async (city) => agendaStops(city, await resident(city)),
  undone: undoneStops,
  later: laterStops,
  long: longStops,
  waiting: waitingStops,
  wizard: async (city) => wizardStops(await resident(city)),
}
