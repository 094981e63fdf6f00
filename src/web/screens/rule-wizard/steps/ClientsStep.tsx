import { Button, MultiSelect, Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_CLIENTS } from '#contract/rules.ts'
import { lookUpClient, readClientInfo } from '#contract/parties.ts'
import { parseRut, rutProblem } from '#domain/rut.ts'
import { showRut } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import type { Client, Company } from '#web/api/queries.ts'
import { clientsQuery } from '#web/api/queries.ts'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { RutInput } from '#web/ui/RutInput.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { searchable, searchOptions } from '#web/ui/search-options.ts'
import { toastError } from '#web/ui/toast.ts'
import type { StepProps } from '../wizard.ts'
import type { ChosenClient } from '../wizard.ts'
import { addClient, changeClient, removeClient } from '../wizard.ts'
import { ClientCard } from './ClientCard.tsx'
import { ClientDialog } from './ClientDialog.tsx'
import { NewClient } from './NewClient.tsx'
import { StepHead } from './StepHead.tsx'
import classes from './steps.module.css'

type Props = StepProps & { company: Company }

export function ClientsStep({ state, onChange, company }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <StepHead
        title={t('wizard.clients.title')}
        lead={state.once === null ? t('wizard.clients.lead') : t('wizard.once.clientLead')}
      />
      <ClientsFields state={state} onChange={onChange} company={company} />
    </>
  )
}

/** Who is billed, and what each of them still lacks for it. */
export function ClientsFields({ state, onChange, company }: Props) {
  const { t } = useTranslation()
  const kind = state.kind ?? 'factura'
  const [edited, setEdited] = useState<number | null>(null)
  const chosen = state.clients.find(({ client }) => client.id === edited)
  return (
    <>
      <div className={classes.fields}>
        <Chooser state={state} onChange={onChange} company={company} />
        {state.clients.length === 0 ? (
          <p className={classes.nobody}>{t('wizard.clients.empty')}</p>
        ) : (
          <ul className={classes.clients}>
            {state.clients.map((item) => (
              <ClientCard
                key={item.client.id}
                chosen={item}
                kind={kind}
                onEdit={() => setEdited(item.client.id)}
                onRemove={() => onChange((old) => removeClient(old, item.client.id))}
              />
            ))}
          </ul>
        )}
      </div>
      {chosen !== undefined && (
        <ClientDialog
          chosen={chosen}
          kind={kind}
          companyId={company.id}
          onClose={() => setEdited(null)}
          onSaved={(saved: ChosenClient) => {
            onChange((old) => changeClient(old, saved))
            setEdited(null)
          }}
        />
      )}
    </>
  )
}

/** Of the clients that are known, or by the RUT of a new one; whoever has none yet begins with the RUT. */
function Chooser(props: Props) {
  const { t } = useTranslation()
  const clients = useQuery(clientsQuery(props.company.id))
  const mode = props.state.clientMode ?? (clients.data?.length === 0 ? 'new' : 'existing')
  return (
    <>
      <Segments
        label={t('wizard.clients.way')}
        value={mode}
        options={[
          { value: 'existing', label: t('wizard.clients.wayExisting') },
          { value: 'new', label: t('wizard.clients.wayNew') },
        ]}
        onChange={(clientMode) => props.onChange((old) => ({ ...old, clientMode }))}
      />
      {mode === 'existing' ? <Existing {...props} /> : <ByRut {...props} />}
    </>
  )
}

function Existing({ state, onChange, company }: Props) {
  const { t } = useTranslation()
  const clients = useQuery(clientsQuery(company.id))
  const load = useMutation({
    mutationFn: (clientId: number) =>
      send(readClientInfo, { params: { company_id: company.id, client_id: clientId } }),
    onSuccess: (client) => onChange((old) => addClient(old, client)),
    onError: () => toastError(t('wizard.clients.dataError')),
  })
  useEffect(() => {
    if (clients.isLoadingError) toastError(t('wizard.clients.loadError'))
  }, [clients.isLoadingError, t])
  const chosen = state.clients.map(({ client }) => String(client.id))
  const options = (clients.data ?? []).map(({ id, client_info: { name, identifier } }) => ({
    value: String(id),
    label: `${name} · ${showRut(identifier)}`,
  }))
  // A client found by its RUT is on no list until it is read again.
  const extra = state.clients
    .filter(({ client }) => options.every(({ value }) => value !== String(client.id)))
    .map(({ client: { id, client_info } }) => ({ value: String(id), label: client_info.name }))
  if (clients.isLoadingError) {
    return (
      <FaultNotice
        title={t('wizard.clients.loadError')}
        fault={clients.error}
        onRetry={() => void clients.refetch()}
      />
    )
  }
  const shown = {
    label: t('wizard.clients.existing'),
    placeholder: chosen.length === 0 ? t('wizard.clients.existingPlaceholder') : undefined,
    searchable: true,
    selectFirstOptionOnChange: true,
    ...searchable,
    disabled: clients.isPending,
    filter: searchOptions,
    nothingFoundMessage: t('wizard.clients.none'),
    data: [...options, ...extra],
  }
  if (state.once !== null) {
    return (
      <Select
        {...shown}
        allowDeselect={false}
        value={load.isPending ? String(load.variables) : (chosen[0] ?? null)}
        onChange={(value) => {
          if (value !== null && !chosen.includes(value)) load.mutate(Number(value))
        }}
      />
    )
  }
  return (
    <MultiSelect
      {...shown}
      hidePickedOptions
      maxValues={MAX_CLIENTS}
      value={load.isPending ? [...chosen, String(load.variables)] : chosen}
      onChange={(values) => {
        const added = values.find((value) => !chosen.includes(value))
        const removed = chosen.find((value) => !values.includes(value))
        if (added !== undefined) load.mutate(Number(added))
        if (removed !== undefined) onChange((old) => removeClient(old, Number(removed)))
      }}
    />
  )
}

function ByRut({ state, onChange, company }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [rut, setRut] = useState('')
  // Of the RUT that was asked for: by the time of the answer another one may be written.
  const [refusal, setRefusal] = useState<{ of: string; problem: string | null } | null>(null)
  const refused = refusal?.of === rut ? refusal : null
  const isUnknown = refused?.problem === null
  const isValid = rutProblem(rut) === null
  // The list of clients is read anew, and the way of choosing is to stay what it was.
  const add = (found: Client) =>
    onChange((old) => ({ ...addClient(old, found), clientMode: 'new' }))
  const look = useMutation({
    mutationFn: (of: string) =>
      send(lookUpClient, {
        params: { company_id: company.id },
        query: { rut: parseRut(of) ?? of },
      }),
    onSuccess: async (found, of) => {
      if (state.clients.some((chosen) => chosen.client.id === found.id)) {
        setRefusal({ of, problem: t('wizard.clients.already') })
        return
      }
      add(found)
      setRut((now) => (now === of ? '' : now))
      await client.invalidateQueries({ queryKey: clientsQuery(company.id).queryKey })
    },
    onError: (fault, of) => {
      if (hasStatus(fault, 404)) {
        const isBoleta = state.kind === 'boletaHonorarios'
        return setRefusal({ of, problem: isBoleta ? null : t('wizard.clients.notFound') })
      }
      toastError(t('wizard.clients.dataError'))
      setRefusal({ of, problem: firstMessage(fault) ?? t('wizard.clients.dataError') })
    },
  })
  const isComplete = rut.replace(/[^\dkK]/g, '').length >= 8
  return (
    <>
      <div className={classes.byRut}>
        <RutInput
          label={t('wizard.clients.newRut')}
          value={rut}
          onChange={setRut}
          // The form around is the wizard's: Enter here looks the RUT up.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (isValid && !look.isPending) look.mutate(rut)
          }}
          error={
            refused?.problem ?? (isComplete && !isValid ? t('wizard.clients.rutInvalid') : null)
          }
        />
        <Button
          variant="default"
          disabled={!isValid}
          loading={look.isPending}
          className={classes.byRutButton}
          onClick={() => look.mutate(rut)}
        >
          {t('wizard.clients.load')}
        </Button>
      </div>
      {isUnknown && (
        <NewClient
          rut={rut}
          companyId={company.id}
          onCreated={(created) => {
            add(created)
            setRut('')
            void client.invalidateQueries({ queryKey: clientsQuery(company.id).queryKey })
          }}
          onCancel={() => setRefusal(null)}
        />
      )}
    </>
  )
}
