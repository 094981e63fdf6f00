import { Button, FileButton, NativeSelect, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_RULE_FILE_BYTES } from '#contract/rule-bulk.ts'
import { parseDay, type Day } from '#domain/day.ts'
import { showMonth } from '#texts/formats.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import { installationQuery, rulesQuery, type Rule } from '#web/api/queries.ts'
import { sendRuleFile, type RuleFileReply } from '#web/api/rule-file.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { language } from '#web/language.ts'
import classes from '#web/ui/AtOnce.module.css'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { sumOf } from './difference-text.ts'
import { FileFaults } from './FileFaults.tsx'
import { firstMonth, monthsFrom } from './price-form.ts'
import { ShownChange } from './ShownChange.tsx'
import '#web/texts/bulk.ts'

/** The edited file is read, what it changes is shown rule by rule, and only then it is made. */
export function ImportDialog(props: { rules: readonly Rule[]; onClose: () => void }) {
  const today = parseDay(useQuery(installationQuery()).data?.today ?? '')
  return today === null ? null : <Import {...props} today={today} />
}

interface Asked {
  file: File
  from: string
  digest: string | null
}

function Import({
  rules,
  today,
  onClose,
}: {
  rules: readonly Rule[]
  today: Day
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [from, setFrom] = useState<string>(() => firstMonth(rules, today))
  const [file, setFile] = useState<File | null>(null)
  const [isTooLarge, setIsTooLarge] = useState(false)
  const [reply, setReply] = useState<RuleFileReply | null>(null)
  const sending = useSending(setReply, onClose)
  // The same file can be chosen again, once it is edited.
  const reset = useRef<() => void>(null)
  const take = (chosen: File | null) => {
    reset.current?.()
    if (chosen === null) return
    setIsTooLarge(chosen.size > MAX_RULE_FILE_BYTES)
    if (chosen.size > MAX_RULE_FILE_BYTES) return
    setFile(chosen)
    setReply(null)
    sending.mutate({ file: chosen, from, digest: null })
  }
  const shown = reply?.kind === 'shown' ? reply : null
  const sum = shown === null ? null : sumOf(shown.rules)
  const isReading = sending.isPending && sending.variables?.digest === null
  return (
    <Dialog title={t('bulk.rules.importTitle')} opened size="lg" isFirm onClose={onClose}>
      <p className="muted">{t('bulk.rules.importLead')}</p>
      <div className={classes.fields}>
        <NativeSelect
          label={t('bulk.rules.importFrom')}
          value={from}
          disabled={sending.isPending}
          data={monthsFrom(today).map((month) => ({
            value: month,
            label: showMonth(month, language()),
          }))}
          onChange={({ currentTarget: { value } }) => {
            setFrom(value)
            if (file !== null) sending.mutate({ file, from: value, digest: null })
          }}
        />
        <div className={classes.file}>
          <FileButton onChange={take} accept=".xlsx,.csv" resetRef={reset}>
            {(props) => (
              <Button {...props} variant="default" disabled={sending.isPending} data-autofocus>
                {t(file === null ? 'bulk.rules.chooseFile' : 'bulk.rules.otherFile')}
              </Button>
            )}
          </FileButton>
          {file !== null && <span className="muted">{file.name}</span>}
        </div>
      </div>
      <div className={classes.preview} aria-busy={isReading}>
        {isTooLarge && <Notice tone="wrong" isAlert title={t('bulk.rules.fileTooLarge')} />}
        {isReading && <Skeleton height={140} aria-label={t('bulk.rules.reading')} />}
        {!isReading && sending.isError && (
          <Notice tone="wrong" isAlert>
            {firstMessage(sending.error) ?? t('bulk.failed')}
          </Notice>
        )}
        {!isReading && reply?.kind === 'refused' && (
          <Notice tone="wrong" isAlert>
            {reply.text}
          </Notice>
        )}
        {!isReading && reply?.kind === 'faults' && <FileFaults {...reply} />}
        {!isReading && shown !== null && sum !== null && (
          <>
            <p className={classes.sum} role="status">
              {sum.rules === 0
                ? t('bulk.rules.importNothing')
                : t('bulk.rules.changes', { count: sum.rules })}
            </p>
            {shown.other_sheets.length > 0 && (
              <p className={classes.aside}>
                {t('bulk.rules.otherSheets', { names: shown.other_sheets.join(', ') })}
              </p>
            )}
            {sum.prepared > 0 && (
              <p className={classes.aside}>{t('bulk.rules.prepared', { count: sum.prepared })}</p>
            )}
            {shown.rules.length > 0 && <ShownChange differences={shown.rules} from={from} />}
          </>
        )}
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button
          disabled={sum === null || sum.rules === 0 || isReading}
          loading={sending.isPending && !isReading}
          onClick={() => {
            if (file !== null && shown !== null)
              sending.mutate({ file, from, digest: shown.digest })
          }}
        >
          {sum === null || sum.rules === 0
            ? t('bulk.apply')
            : t('bulk.rules.confirm.prices', { count: sum.rules })}
        </Button>
      </div>
    </Dialog>
  )
}

function useSending(onReply: (reply: RuleFileReply) => void, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn: async (asked: Asked) => {
      try {
        return await sendRuleFile(asked)
      } catch (fault) {
        if (asked.digest === null || !hasStatus(fault, 409)) throw fault
        // Something changed meanwhile: it is shown as it would be now, to be confirmed anew.
        toastError(firstMessage(fault) ?? t('bulk.failed'))
        return sendRuleFile({ ...asked, digest: null })
      }
    },
    onSuccess: async (reply) => {
      onReply(reply)
      if (reply.kind !== 'done') return
      toastSuccess(t('bulk.rules.importDone', { count: sumOf(reply.rules).rules }))
      onDone()
      await client.invalidateQueries({ queryKey: rulesQuery().queryKey })
      await refreshAgenda(client)
    },
    onError: (fault, { digest }) => {
      if (digest !== null) toastError(firstMessage(fault) ?? t('bulk.failed'))
    },
  })
}
