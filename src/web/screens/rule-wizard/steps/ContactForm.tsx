import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { changeContact, createContact } from '#contract/parties.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages, firstMessage } from '#web/api/fault.ts'
import type { Contact } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { focusFirstWrong } from '#web/ui/focus-first-wrong.ts'
import { isEmail } from '#web/ui/is-email.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import classes from './steps.module.css'

interface Props {
  clientId: number
  /** The one to correct; none: a new one. */
  known?: Contact
  onSaved: (contact: Contact) => void
  onCancel: () => void
}

const EMPTY = { first_name: '', last_name: '', email: '', role: '' }
const LETTERS = { female: 'F', male: 'M' } as const

/** First name, e-mail and gender are mandatory. */
export function ContactForm({ clientId, known, onSaved, onCancel }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(() => (known === undefined ? EMPTY : wordsOf(known)))
  const [gender, setGender] = useState<'M' | 'F' | ''>(
    known === undefined ? '' : LETTERS[known.contact.gender],
  )
  const [isTried, setIsTried] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  const missing = {
    first_name: typed.first_name.trim() === '',
    email: typed.email.trim() === '',
    gender: gender === '',
  }
  const isMissing = Object.values(missing).includes(true)
  const isEmailWrong = !missing.email && !isEmail(typed.email)
  const isNew = known === undefined
  const save = useMutateOnce({
    mutationFn: (chosen: 'M' | 'F', key) => {
      const contact = { ...trimmed(typed), gender: chosen }
      return known === undefined
        ? send(createContact, { body: { client: clientId, contact }, key })
        : send(changeContact, { params: { id: known.id }, body: { contact } })
    },
    onSuccess: (contact) => {
      toastSuccess(t(isNew ? 'wizardEmail.contactCreated' : 'wizardEmail.contactSaved'))
      onSaved(contact)
    },
    onError: (fault) =>
      toastError(
        firstMessage(fault) ??
          t(isNew ? 'wizardEmail.contactFailed' : 'wizardEmail.contactSaveFailed'),
      ),
  })
  // What the server finds wrong is drawn later than it is told.
  useEffect(() => {
    if (save.isError) focusFirstWrong(group.current)
  }, [save.isError])
  const submit = () => {
    flushSync(() => setIsTried(true))
    if (isEmailWrong || gender === '' || isMissing) focusFirstWrong(group.current)
    else save.mutate(gender)
  }
  const emailError = () => {
    if (isTried && isEmailWrong) return t('wizard.issuer.emailInvalid')
    return (isTried && missing.email) || fieldMessages(save.error, 'contact')[0]
  }
  // The form around is the wizard's: Enter here makes the contact, Escape gives up.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') onCancel()
    if (event.key !== 'Enter') return
    event.preventDefault()
    submit()
  }
  const input = (name: keyof typeof EMPTY, label: string) => ({
    label,
    maxLength: 60,
    value: typed[name],
    onKeyDown,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((old) => ({ ...old, [name]: value })),
  })
  const optional = t('wizard.clients.optional')
  return (
    <div
      ref={group}
      className={classes.product}
      role="group"
      aria-label={
        isNew ? t('wizardEmail.newContact') : t('wizardEmail.editContact', { name: nameOf(known) })
      }
    >
      <div className={classes.pair}>
        <TextInput
          {...input('first_name', t('wizardEmail.firstName'))}
          error={isTried && missing.first_name}
          autoFocus
        />
        <TextInput {...input('last_name', `${t('wizardEmail.lastName')} (${optional})`)} />
      </div>
      <div className={classes.pair}>
        <TextInput
          {...input('email', t('wizardEmail.contactEmail'))}
          type="email"
          maxLength={254}
          error={emailError()}
        />
        <NativeSelect
          label={t('wizardEmail.gender')}
          value={gender}
          error={isTried && missing.gender}
          data={[
            { value: '', label: t('wizard.issuer.choose') },
            { value: 'F', label: t('wizardEmail.female') },
            { value: 'M', label: t('wizardEmail.male') },
          ]}
          onChange={({ currentTarget: { value } }) =>
            setGender(value === 'F' || value === 'M' ? value : '')
          }
        />
      </div>
      <TextInput {...input('role', `${t('wizardEmail.role')} (${optional})`)} />
      {known !== undefined && <RulesOf contact={known} />}
      {isTried && isMissing && (
        <p className={classes.wrong} role="alert">
          {t('wizardEmail.contactMissing')}
        </p>
      )}
      <div className={classes.dialogButtons}>
        <Button variant="default" size="sm" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
        <Button size="sm" loading={save.isPending} onClick={submit}>
          {t(isNew ? 'wizardEmail.createContact' : 'wizardEmail.saveContact')}
        </Button>
      </div>
    </div>
  )
}

/** The rules that a correction reaches. */
function RulesOf({ contact: { rules } }: { contact: Contact }) {
  const { t } = useTranslation()
  if (rules.length === 0) return null
  return (
    <p className="muted small">
      {t('wizardEmail.contactRules', { rules: rules.map(({ name }) => name).join(', ') })}
    </p>
  )
}

function wordsOf({ contact: { first_name, last_name, email, role } }: Contact): typeof EMPTY {
  return { first_name, last_name, email, role }
}

export function nameOf({ contact: { first_name, last_name } }: Contact): string {
  return `${first_name} ${last_name}`.trim()
}

function trimmed(typed: typeof EMPTY): typeof EMPTY {
  const { first_name, last_name, email, role } = typed
  return {
    first_name: first_name.trim(),
    last_name: last_name.trim(),
    email: email.trim(),
    role: role.trim(),
  }
}
