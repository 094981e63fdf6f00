import type { TFunction } from 'i18next'
import { lineProblem } from './line.ts'
import type { StepProblem } from './steps.ts'
import { incompleteClient, unaddressedClient, unknownVariables } from './steps.ts'
import type { WizardState } from './wizard.ts'

/** Why the step can't be left, said beside the button that waits. */
export function problemText(t: TFunction, problem: StepProblem, state: WizardState): string {
  switch (problem) {
    case 'kindMissing':
      return t('wizard.choose.missing')
    case 'companyWithoutFacturas':
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
      return t('wizard.clients.incomplete', {
        name: incompleteClient(state)?.client.client_info.name ?? '',
      })
    case 'linesInvalid':
      return t('wizard.lines.incomplete', { number: incompleteLine(state) })
    case 'dayMissing':
      return t('wizard.dates.dayMissing')
    case 'issueDayWrong':
      return t('wizard.once.dayWrong')
    case 'dueDaysWrong':
      return t('wizard.dates.dueDaysWrong')
    case 'accountMissing':
      return t('wizardEmail.accountMissing')
    case 'recipientMissing':
      return t('wizardEmail.recipientMissing', {
        name: unaddressedClient(state)?.client.client_info.name ?? '',
      })
    case 'subjectTooLong':
    case 'bodyTooLong':
      return t(`wizardEmail.${problem}`)
    case 'templateUnknown':
      return t('wizardEmail.unknown', { names: asWritten(unknownVariables(state)) })
    case 'nameMissing':
      return t('wizard.review.nameMissing')
  }
}

/** Variables as they stand in a text. */
export function asWritten(names: readonly string[]): string {
  return names.map((name) => `{{${name}}}`).join(', ')
}

function incompleteLine(state: WizardState): number {
  return state.lines.findIndex((line) => lineProblem(line) !== null) + 1
}
