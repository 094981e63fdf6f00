import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_STATEMENT_BYTES } from '#contract/statements.ts'
import { showDay } from '#texts/formats.ts'
import { firstMessage } from '#web/api/fault.ts'
import {
  statementsChanged,
  statementsQuery,
  uploadStatement,
  type StatementAnswers,
  type StatementUpload,
} from '#web/api/statements.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { DropFile } from '#web/ui/DropFile.tsx'
import { IconFile } from '#web/ui/icons.ts'
import { Question } from './Question.tsx'
import { Taken } from './Taken.tsx'
import classes from './Upload.module.css'

const ACCEPTED = '.xlsx,.xls,.csv,.txt,.tsv,.html,.htm'

interface Asked {
  file: File
  answers: StatementAnswers
}

/** A bank's file is dropped or chosen, its questions are answered, and what came of it is said. */
export function Upload({ company }: { company: number }) {
  const { t } = useTranslation()
  const upload = useUpload(company)
  const { asked, answer } = upload
  const isBusy = upload.isPending
  if (answer?.kind === 'taken') {
    return <Taken taken={answer} onAnother={upload.forget} />
  }
  return (
    <section aria-label={t('statements.link')} className={classes.upload}>
      {asked !== null && answer !== null && !isBusy ? (
        <Question
          name={asked.file.name}
          answer={answer}
          onAnswer={(part) => upload.mutate({ file: asked.file, answers: merged(asked, part) })}
          onCancel={upload.forget}
        />
      ) : (
        <Drop company={company} busyWith={isBusy ? (asked?.file.name ?? '') : null} {...upload} />
      )}
    </section>
  )
}

function merged({ answers }: Asked, part: StatementAnswers): StatementAnswers {
  return { ...answers, ...part }
}

function useUpload(company: number) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [answer, setAnswer] = useState<StatementUpload | null>(null)
  const sending = useMutateAlone({
    mutationFn: ({ file, answers }: Asked) => uploadStatement(company, file, answers),
    onMutate: (sent) => setAsked(sent),
    onSuccess: (came) => {
      setAnswer(came)
      // Not waited for: another file may be chosen while the lists come again.
      if (came.kind === 'taken') void statementsChanged(client)
    },
    onError: () => setAnswer(null),
  })
  return {
    ...sending,
    asked,
    answer,
    forget: () => {
      setAsked(null)
      setAnswer(null)
      sending.reset()
    },
  }
}

function Drop({
  company,
  busyWith,
  error,
  mutate,
}: {
  company: number
  /** The file's name while it is read. */
  busyWith: string | null
  error: Error | null
  mutate: (asked: Asked) => void
}) {
  const { t } = useTranslation()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const failed = error === null ? null : (firstMessage(error) ?? t('statements.failed'))
  const text = isTooLarge ? t('statements.tooLarge') : failed
  return (
    <DropFile
      Icon={IconFile}
      title={t('statements.drop')}
      hint={t('statements.dropHint')}
      choose={t('statements.choose')}
      accept={ACCEPTED}
      busy={busyWith === null ? null : t('statements.reading', { name: busyWith })}
      problem={text === null ? null : { text }}
      onTake={(file) => {
        setIsTooLarge(file.size > MAX_STATEMENT_BYTES)
        if (file.size <= MAX_STATEMENT_BYTES) mutate({ file, answers: {} })
      }}
    >
      <Last company={company} />
    </DropFile>
  )
}

function Last({ company }: { company: number }) {
  const { t } = useTranslation()
  const [last] = useQuery(statementsQuery(company)).data ?? []
  if (last === undefined) return null
  const days = { first: showDay(last.first_day), last: showDay(last.last_day) }
  return (
    <p className="muted small num">{t('statements.last', { name: last.file_name, ...days })}</p>
  )
}
