import { Button, PasswordInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changePassword } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { startSession } from '#web/session/session.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { usePasswordEye } from '#web/ui/password-eye.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import '#web/texts/account.ts'
import { checkPassword, lackingNeed } from '../register/password-check.ts'
import { PasswordChecklist } from '../register/PasswordChecklist.tsx'
import { usePasswordProblems } from '../register/use-password-problems.ts'
import { NO_PROOF, OtherFault, proofOf, ProofFields } from './ProofFields.tsx'
import { sessionsQuery } from './own-queries.ts'
import classes from './Profile.module.css'
import { Row } from './Section.tsx'

export function ChangePassword({ email }: { email: string }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Row name={t('profile.password.title')} state={t('profile.password.state')}>
        <Button
          variant="default"
          aria-label={t('profile.password.dialog')}
          onClick={() => setIsOpen(true)}
        >
          {t('profile.password.change')}
        </Button>
      </Row>
      <Dialog title={t('profile.password.dialog')} opened={isOpen} onClose={close}>
        <Form email={email} onDone={close} />
      </Dialog>
    </>
  )
}

function Form({ email, onDone }: { email: string; onDone: () => void }) {
  const { t } = useTranslation()
  const [nextEye, repeatEye] = [usePasswordEye(), usePasswordEye()]
  const [proof, setProof] = useState(NO_PROOF)
  const [next, setNext] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isTooEarly, setIsTooEarly] = useState(false)
  const change = useChange(onDone)
  const problems = usePasswordProblems(next, email)
  const { needs, better } = checkPassword(next, repeated, problems)
  const { matches } = needs
  const isGood = next !== '' && lackingNeed(problems) === null
  const submit = () => {
    if (change.isPending) return
    const { password: current, otp } = proofOf(proof)
    setIsTooEarly(current === '' || !isGood || !matches)
    if (current === '' || !isGood || !matches) return
    const otpPart = otp === undefined ? {} : { otp }
    change.mutate({
      current_password: current,
      new_password: next,
      re_new_password: repeated,
      ...otpPart,
    })
  }
  const refused = (field: string) => fieldMessages(change.error, field)[0]
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <OtherFault fault={change.error} fields={FIELDS} failed={t('profile.password.failed')} />
      <ProofFields
        proof={proof}
        fault={change.error}
        missing={isTooEarly}
        onChange={setProof}
        label={t('profile.password.current')}
        field="current_password"
      />
      <PasswordInput
        label={t('profile.password.next')}
        autoComplete="new-password"
        aria-describedby="password-checklist"
        {...nextEye}
        value={next}
        maxLength={256}
        error={refused('new_password') ?? (isTooEarly && !isGood && t('profile.password.notYet'))}
        onChange={({ currentTarget }) => setNext(currentTarget.value)}
      />
      <PasswordInput
        label={t('profile.password.repeat')}
        autoComplete="new-password"
        {...repeatEye}
        value={repeated}
        maxLength={256}
        error={refused('re_new_password') ?? (isTooEarly && !matches && t('register.mismatch'))}
        onChange={({ currentTarget }) => setRepeated(currentTarget.value)}
      />
      <PasswordChecklist id="password-checklist" check={{ needs, better }} />
      <p className="muted small">{t('profile.password.closes')}</p>
      <Button type="submit" fullWidth loading={change.isPending}>
        {t('profile.password.submit')}
      </Button>
    </form>
  )
}

const FIELDS = ['current_password', 'new_password', 're_new_password', 'otp']

/** Every session ended; this one goes on with what came back. */
function useChange(onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn: (body: Parameters<typeof send<typeof changePassword>>[1]['body']) =>
      send(changePassword, { body }),
    onSuccess: (pair) => {
      startSession(pair)
      toastSuccess(t('profile.password.done'))
      onDone()
      void client.invalidateQueries({ queryKey: sessionsQuery().queryKey })
    },
  })
}
