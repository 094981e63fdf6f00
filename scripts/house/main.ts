/** All that is checked of our own files by reading them: one process, because reading and parsing them is most of the work. */
import { findCircles } from './circles.ts'
import { findForbidden } from './code.ts'
import { conclude } from './finding.ts'
import { findCrossings } from './imports.ts'
import { findTooLong, sizesText } from './sizes.ts'
import { findMissingTexts } from './texts.ts'
import { findUnused } from './unused.ts'

const found = [
  findCrossings,
  findCircles,
  findUnused,
  findForbidden,
  findTooLong,
  findMissingTexts,
].flatMap((find) => find())
console.log(sizesText())
conclude(found)
