import type { TFunction } from 'i18next'
import { lineProblem } from './line.ts'
import type { StepProblem, WizardState } from './wizard.ts'
import { clientGap } from './wizard.ts'

/** Why the step can't be left, said beside the button that waits. */
export function problemText(t: TFunction, problem: StepProblem, state: WizardState): string {
  switch (problem) {
    case 'certMissing':
    case 'certPassword':
      return ''
    case 'companyMissing':
    case 'addressMissing':
    case 'activityMissing':
    case 'emailInvalid':
      return t(`wizard.issuer.${problem}`)
    case 'cityMissing':
      return t('wizard.issuer.cityMissing')
    case 'clientsMissing':
      return t('wizard.clients.missing')
    case 'clientIncomplete':
      return t('wizard.clients.incomplete', { name: incompleteName(state) })
    case 'linesInvalid':
      return t('wizard.lines.incomplete', { number: incompleteLine(state) })
    case 'dayMissing':
      return t('wizard.dates.dayMissing')
    case 'nameMissing':
      return t('wizard.review.nameMissing')
  }
}

function incompleteLine(state: WizardState): number {
  return state.lines.findIndex((line) => lineProblem(line) !== null) + 1
}

function incompleteName(state: WizardState): string {
  const gaps = ['address', 'activity']
  const found = state.clients.find((chosen) => gaps.includes(clientGap(chosen) ?? ''))
  return found?.client.client_info.name ?? ''
}
