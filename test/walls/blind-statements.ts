import type { Compilable, Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { PlaceOf, statement } from '#server/db/statement.ts'
import { withoutFilter } from './no-filter.ts'

const blind = withoutFilter()
let isBlind = false

/** From now on every statement goes without its filter; or, with false, as it stands. */
export function blindStatements(blinds: boolean): void {
  isBlind = blinds
}

export function statementFiltersRemoved(): number {
  return blind.removed
}

/**
 * For `vi.mock` of the module. The workers' statements are written once and for no database in particular, so that
 * no plugin reaches them: here each is written twice, with its filter and without.
 */
export function blindable(make: typeof statement): typeof statement {
  return <Values, Row>(build: (db: Kysely<Schema>, place: PlaceOf<Values>) => Compilable<Row>) => {
    const whole = make(build)
    const open = make<Values, Row>((db, place) => build(db.withPlugin(blind), place))
    return (values: Values) => (isBlind ? open(values) : whole(values))
  }
}
