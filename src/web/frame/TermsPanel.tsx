import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptTerms } from '#contract/auth.ts'
import { sitePath } from '#contract/pages.ts'
import { showDay } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { termsQuery, type Terms } from '#web/api/terms.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { language } from '#web/language.ts'
import '#web/texts/terms.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import classes from './TermsPanel.module.css'

/** What changed, what holds meanwhile, and the word to it: nothing of the screen below waits for that. */
export function TermsPanel({ terms, onLater }: { terms: Terms; onLater: () => void }) {
  const { t } = useTranslation()
  const title = useId()
  const accept = useAccept(terms)
  const putOff = () => {
    onLater()
    focusScreen()
  }
  return (
    <section aria-labelledby={title} className={classes.panel}>
      <div className={classes.inner}>
        <div className={classes.words}>
          <h2 id={title} className={classes.title}>
            {t('newTerms.title')}
          </h2>
          {terms.changes.map(({ version, in_force, texts }) => (
            <div key={version}>
              <p>{t('newTerms.whatChanges', { date: showDay(in_force) })}</p>
              <ul className={classes.changes}>
                {texts.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </div>
          ))}
          <p className="muted">
            {t(terms.accepted === null ? 'newTerms.meanwhileNone' : 'newTerms.meanwhile')}
          </p>
        </div>
        <div className={classes.buttons}>
          <Button loading={accept.isPending} onClick={() => accept.mutate()}>
            {t('newTerms.accept')}
          </Button>
          <Button
            component="a"
            variant="default"
            href={sitePath('terms', language())}
            target="_blank"
            rel="noopener"
          >
            {t('newTerms.read')}
          </Button>
          <Button variant="subtle" onClick={putOff}>
            {t('newTerms.later')}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Of the version that is shown: should there be a newer one by now, that one is asked for. */
function useAccept({ version }: Terms) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn: () => send(acceptTerms, { body: { version } }),
    onSuccess: () => {
      toastSuccess(t('newTerms.done'))
      focusScreen()
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('newTerms.failed')),
    onSettled: () => client.invalidateQueries(termsQuery()),
  })
}

/** The button that had the focus is gone. */
function focusScreen(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
