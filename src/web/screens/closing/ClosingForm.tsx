import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closeAccount, CLOSING_WORDS } from '#contract/closing.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { language } from '#web/language.ts'
import { PATHS } from '#web/paths.ts'
import { discardDraft, discardUploadChoices } from '#web/session/draft-storage.ts'
import { endSession } from '#web/session/session.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import { NO_PROOF, OtherFault, proofOf, ProofFields } from '../profile/ProofFields.tsx'
import classes from './Closing.module.css'

/** The word, the password, and then there is no account any more. */
export function ClosingForm({ onRefused }: { onRefused: () => void }) {
  const { t } = useTranslation()
  const wanted = CLOSING_WORDS[language()]
  const [proof, setProof] = useState(NO_PROOF)
  const [word, setWord] = useState('')
  const [isTooEarly, setIsTooEarly] = useState(false)
  const close = useMutateAlone({
    mutationFn: () => send(closeAccount, { body: { ...proofOf(proof), word } }),
    onSuccess: () => {
      toastSuccess(t('closing.done'))
      discardDraft()
      discardUploadChoices()
      endSession(true)
    },
    // Something may be on its way since this was read.
    onError: onRefused,
  })
  const isWord = word.trim().toUpperCase() === wanted
  return (
    <form
      className={classes.form}
      aria-labelledby="confirm"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const isWhole = isWord && proof.password !== ''
        setIsTooEarly(!isWhole)
        if (isWhole && !close.isPending) close.mutate()
      }}
    >
      <h2 id="confirm" className={classes.title}>
        {t('closing.confirmTitle')}
      </h2>
      <OtherFault
        fault={close.error}
        fields={['password', 'otp', 'word']}
        failed={t('closing.failed')}
      />
      <ProofFields proof={proof} fault={close.error} missing={isTooEarly} onChange={setProof} />
      <TextInput
        label={t('closing.word', { word: wanted })}
        autoComplete="off"
        autoCapitalize="characters"
        value={word}
        maxLength={40}
        error={
          fieldMessages(close.error, 'word')[0] ??
          (isTooEarly && !isWord && t('closing.wordRequired'))
        }
        onChange={({ currentTarget }) => setWord(currentTarget.value)}
      />
      <div className={classes.buttons}>
        <LinkButton to={PATHS.profile} variant="default">
          {t('closing.stay')}
        </LinkButton>
        <Button type="submit" color="red" loading={close.isPending}>
          {t('closing.submit')}
        </Button>
      </div>
    </form>
  )
}
