import { followChoices } from './choices.ts'
import { followContactForm } from './contact-form.ts'
import { followEntrances } from './entrances.ts'

// The public pages are whole without this: it adds what moves, what is chosen and what is sent.
followChoices()
followEntrances()
followContactForm()
