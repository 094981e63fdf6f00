import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { IMPORT_CHANGED, type DirectoryList } from '#contract/directory.ts'
import { MAX_DIRECTORY_BYTES } from '#domain/directory.ts'
import { directoryChanged, importDirectory, type ImportReply } from '#web/api/directory.ts'
import { firstMessage, hasCode } from '#web/api/fault.ts'
import type { Company } from '#web/api/queries.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { PATHS } from '#web/paths.ts'
import '#web/texts/directory.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { DropFile } from '#web/ui/DropFile.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { IconTable } from '#web/ui/icons.ts'
import { Page } from '#web/ui/Page.tsx'
import { ExportButton } from '../directory/ExcelActions.tsx'
import { useCompany } from '../directory/use-company.ts'
import { Applied } from './Applied.tsx'
import { Plan } from './Plan.tsx'

export function ImportClientsScreen() {
  return <ImportScreen list="clients" />
}

export function ImportProductsScreen() {
  return <ImportScreen list="products" />
}

/** A file of clients or products: what it would change is seen before it is applied. */
function ImportScreen({ list }: { list: DirectoryList }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const { company, error, refetch, companies } = useCompany(query.get('company'))
  const isOfClients = list === 'clients'
  const title = t(isOfClients ? 'importing.clients' : 'importing.products')
  const back = isOfClients ? PATHS.clients : PATHS.products
  return (
    <Page
      title={title}
      lead={[
        t(isOfClients ? 'importing.leadClients' : 'importing.leadProducts'),
        ...(companies.length > 1 && company !== undefined
          ? [`${t('directory.company')}: ${company.company_info.name}.`]
          : []),
      ].join(' ')}
      above={
        <BackLink to={`${back}${company === undefined ? '' : `?company=${company.id}`}`}>
          {t(isOfClients ? 'clients.back' : 'products.back')}
        </BackLink>
      }
      actions={company !== undefined && <ExportButton list={list} company={company.id} />}
    >
      {error !== null && company === undefined && <FaultState fault={error} onRetry={refetch} />}
      {company !== undefined && <File key={company.id} list={list} company={company} />}
    </Page>
  )
}

function File({ list, company }: { list: DirectoryList; company: Company }) {
  const work = useImport(list, company.id)
  const { file, answer } = work
  if (answer?.kind === 'applied') {
    return (
      <Applied list={list} company={company.id} counts={answer.counts} onAnother={work.forget} />
    )
  }
  if (file !== null && answer?.kind === 'plan') {
    return (
      <Plan
        plan={answer}
        fileName={file.name}
        isBusy={work.isApplying}
        isStale={work.isStale}
        problem={work.problem}
        onApply={(rules) => work.apply(answer.digest, rules)}
        onAgain={work.again}
        onAnother={work.forget}
      />
    )
  }
  return (
    <Drop
      busyWith={work.isReading ? (file?.name ?? '') : null}
      problem={answer?.kind === 'refused' ? answer.message : work.problem}
      onTake={work.read}
    />
  )
}

/** The file stays in the browser: it is sent to be read, and sent again to be applied. */
function useImport(list: DirectoryList, company: number) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [file, setFile] = useState<globalThis.File | null>(null)
  const [answer, setAnswer] = useState<ImportReply | null>(null)
  const reading = useMutateAlone({
    mutationFn: (taken: globalThis.File) => importDirectory({ company, list, file: taken }),
    onMutate: (taken) => {
      setFile(taken)
      setAnswer(null)
    },
    onSuccess: setAnswer,
  })
  const applying = useMutateAlone({
    mutationFn: (order: { file: globalThis.File; seen: string; rules: 'follow' | 'keep' }) => {
      const { file: taken, ...seen } = order
      return importDirectory({ company, list, file: taken }, seen)
    },
    onSuccess: (reply) => {
      setAnswer(reply)
      // Not waited for: another file may be applied while the lists come again.
      void directoryChanged(queries)
    },
  })
  const fault = applying.error ?? reading.error
  const failed = applying.isError ? 'importing.applyFailed' : 'importing.failed'
  return {
    file,
    answer,
    isReading: reading.isPending,
    isApplying: applying.isPending,
    isStale: hasCode(applying.error, IMPORT_CHANGED),
    problem: fault === null ? null : (firstMessage(fault) ?? t(failed)),
    read: (taken: globalThis.File) => {
      applying.reset()
      reading.mutate(taken)
    },
    again: () => {
      applying.reset()
      if (file !== null) reading.mutate(file)
    },
    apply: (seen: string, rules: 'follow' | 'keep') => {
      if (file !== null) applying.mutate({ file, seen, rules })
    },
    forget: () => {
      setFile(null)
      setAnswer(null)
      reading.reset()
      applying.reset()
    },
  }
}

const ACCEPTED = '.xlsx,.csv,.txt,.tsv'

function Drop({
  busyWith,
  problem,
  onTake,
}: {
  /** The file's name while it is read. */
  busyWith: string | null
  problem: string | null
  onTake: (file: globalThis.File) => void
}) {
  const { t } = useTranslation()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const text = isTooLarge ? t('importing.tooLarge') : problem
  return (
    <DropFile
      Icon={IconTable}
      title={t('importing.drop')}
      hint={t('importing.hint')}
      choose={t('importing.choose')}
      accept={ACCEPTED}
      busy={busyWith === null ? null : t('importing.reading', { name: busyWith })}
      problem={text === null ? null : { text }}
      onTake={(file) => {
        setIsTooLarge(file.size > MAX_DIRECTORY_BYTES)
        if (file.size <= MAX_DIRECTORY_BYTES) onTake(file)
      }}
    />
  )
}
