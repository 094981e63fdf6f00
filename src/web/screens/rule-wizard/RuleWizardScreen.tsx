export function RuleWizardScreen() {
  return null
}
