# Part of _core.pyx: one answer read and compared.

cdef class ComparisonRows:
    """An answer read and compared: rows as small objects for what is judged, buffers for what is only counted."""

    cdef Comparison rows
    cdef Tables tables

    @property
    def word_count(self):
        return self.rows.word_count

    @property
    def found_count(self):
        return self.rows.found_count

    @property
    def distinct_count(self):
        return self.rows.distinct_count

    @property
    def truncated(self):
        return self.rows.truncated

    @property
    def contrasts_truncated(self):
        return self.rows.contrasts_truncated

    @property
    def names_wanted(self):
        return self.rows.names_wanted

    @property
    def settled_count(self):
        return self.rows.settled_count

    @property
    def most_work(self):
        return self.rows.most_work

    @property
    def quote_work(self):
        return self.rows.quote_work

    @property
    def most_quote_work(self):
        return self.rows.most_quote_work

    def carried(self, size_t segment):
        """What is handed on behind one segment of a growing answer, to be given back to `Index.compare`."""
        if segment >= self.rows.carried.size():
            raise IndexError("no such segment")
        cdef CarriedRow row = self.rows.carried[segment]
        return (row.work, row.inside, row.next_label, row.label_end, row.word_count, row.stop_word_count,
                row.derived_count, row.year_count, row.token_count)

    def restarts_behind(self, size_t segment):
        if segment >= self.rows.restarts.size():
            raise IndexError("no such segment")
        return self.rows.restarts[segment] != 0

    def segments(self):
        cdef size_t i
        return [segment_of(self.rows.segments[i]) for i in range(self.rows.segments.size())]

    def quantities(self):
        cdef size_t i
        return [quantity_of(self.rows.quantities[i], dereference(self.tables.lexicon))
                for i in range(self.rows.quantities.size())]

    def markers(self):
        cdef list out = []
        cdef Marker marker
        cdef MarkerId one
        cdef size_t i
        cdef int32_t k
        cdef MarkerIdRow id_row
        for i in range(self.rows.markers.size()):
            marker = Marker.__new__(Marker)
            marker.start = self.rows.markers[i].start_byte
            marker.end = self.rows.markers[i].end_byte
            marker.segment = self.rows.markers[i].segment
            marker.wrapped_start = self.rows.markers[i].wrapped_start
            marker.flags = self.rows.markers[i].flags
            marker.ids = []
            for k in range(self.rows.markers[i].id_count):
                id_row = self.rows.marker_ids[self.rows.markers[i].first_id + k]
                one = MarkerId.__new__(MarkerId)
                one.start = id_row.start_byte
                one.end = id_row.end_byte
                one.number = id_row.number
                one.source = id_row.source
                marker.ids.append(one)
            out.append(marker)
        return out

    def claims(self):
        cdef list out = []
        cdef ClaimMatch claim
        cdef ClaimRow row
        cdef size_t i
        for i in range(self.rows.claims.size()):
            row = self.rows.claims[i]
            claim = ClaimMatch.__new__(ClaimMatch)
            claim.segment = row.segment
            claim.word_count = row.word_count
            claim.cited_count = row.cited_count
            claim.cited_matched = row.cited_matched
            claim.first_passage = row.first_passage
            claim.passage_count = row.passage_count
            claim.best_passage = row.best_passage
            claim.best_cited = row.best_cited
            claim.best_matched = row.best_matched
            claim.found = row.found
            out.append(claim)
        return out

    def passages(self):
        cdef list out = []
        cdef Passage passage
        cdef PassageRow row
        cdef size_t i
        for i in range(self.rows.passages.size()):
            row = self.rows.passages[i]
            passage = Passage.__new__(Passage)
            passage.segment = row.segment
            passage.source = row.source
            passage.matched = row.matched
            passage.held = row.held
            passage.first_unit = row.first_unit
            passage.last_unit = row.last_unit
            passage.start = row.start_byte
            passage.end = row.end_byte
            passage.cited = row.cited != 0
            out.append(passage)
        return out

    @property
    def derivation_truncated(self):
        return self.rows.derivation_truncated

    def derivations(self):
        """At most one row for each quantity of the answer, in order."""
        cdef list out = []
        cdef Derived derived
        cdef DerivationRow row
        cdef size_t i
        cdef int32_t k
        for i in range(self.rows.derivations.size()):
            row = self.rows.derivations[i]
            derived = Derived.__new__(Derived)
            derived.quantity = row.quantity
            derived.operation = row.operation
            derived.terms = row.terms
            derived.accepted = row.accepted != 0
            derived.operands = [self.rows.derivation_operands[row.first_operand + k] for k in range(row.operand_count)]
            out.append(derived)
        return out

    def quantity_matches(self):
        """For each quantity of the answer its matches, by source."""
        cdef list out = [[] for i in range(self.rows.quantities.size())]
        cdef QuantityMatch match
        cdef QuantityMatchRow row
        cdef size_t i
        for i in range(self.rows.quantity_matches.size()):
            row = self.rows.quantity_matches[i]
            match = QuantityMatch.__new__(QuantityMatch)
            match.quantity = row.quantity
            match.source = row.source
            match.evidence = row.evidence
            match.unit = row.unit
            match.relation = row.relation
            match.context = row.context
            match.own = row.own
            match.near = row.near
            match.near_count = row.near_count
            match.start = row.start_byte
            match.end = row.end_byte
            match.flags = row.flags
            (<list>out[row.quantity]).append(match)
        return out

    def best_sources(self, double least_ratio, Py_ssize_t least_count, double least_ratio_by_count, Py_ssize_t most):
        """At most `most` sources that hold enough of the answer's words and quantities, best first.

        Enough is a share above `least_ratio`, or `least_count` of them at a share from `least_ratio_by_count` on.
        Ordered by quantities held, share, words together in one passage, citations, then as given.
        """
        cdef list kept = []
        cdef list out = []
        cdef SourceMatch match
        cdef SourceMatchRow row
        cdef int32_t count
        cdef int32_t total = self.rows.distinct_count + <int32_t>self.rows.quantities.size()
        cdef double ratio
        cdef size_t i
        for i in range(self.rows.source_matches.size()):
            row = self.rows.source_matches[i]
            count = row.matched + row.held
            ratio = 1.0 if count >= total > 0 else <double>count / <double>total if total else 0.0
            if ratio > least_ratio or (count >= least_count and ratio >= least_ratio_by_count):
                # No two have one source, so the place is never compared.
                kept.append((-row.held, -ratio, -row.adjacent, -row.cited, row.source, i))
        kept.sort()
        for _, ratio, _, _, _, i in kept[:most]:
            row = self.rows.source_matches[i]
            match = SourceMatch.__new__(SourceMatch)
            match.source = row.source
            match.count = row.matched + row.held
            match.ratio = -ratio
            match.start = row.start_byte
            match.end = row.end_byte
            out.append(match)
        return out

    def substitutions(self):
        cdef list out = []
        cdef Substitution one
        cdef SubstitutionRow row
        cdef size_t i
        for i in range(self.rows.substitutions.size()):
            row = self.rows.substitutions[i]
            one = Substitution.__new__(Substitution)
            one.segment = row.segment
            one.source = row.source
            one.answer_start = row.answer_start
            one.answer_end = row.answer_end
            one.source_start = row.source_start
            one.source_end = row.source_end
            one.answer_count = row.answer_count
            one.source_count = row.source_count
            one.left_run = row.left_run
            one.right_run = row.right_run
            one.aligned = row.aligned
            one.claim_count = row.claim_count
            one.passage_count = row.passage_count
            one.flags = row.flags
            out.append(one)
        return out

    def names(self):
        cdef list out = []
        cdef NameWord name
        cdef NameRow row
        cdef size_t i
        for i in range(self.rows.names.size()):
            row = self.rows.names[i]
            name = NameWord.__new__(NameWord)
            name.segment = row.segment
            name.start = row.start_byte
            name.end = row.end_byte
            name.word_start = row.word_start
            name.word_end = row.word_end
            name.word_count = row.word_count
            name.others = row.others
            name.flags = row.flags
            out.append(name)
        return out

    def name_places(self):
        cdef list out = []
        cdef NamePlace place
        cdef NamePlaceRow row
        cdef size_t i
        for i in range(self.rows.name_places.size()):
            row = self.rows.name_places[i]
            place = NamePlace.__new__(NamePlace)
            place.segment = row.segment
            place.source = row.source
            place.answer_start = row.answer_start
            place.answer_end = row.answer_end
            place.source_start = row.source_start
            place.source_end = row.source_end
            place.left_run = row.left_run
            place.right_run = row.right_run
            place.content = row.content
            place.matched = row.matched
            place.word_count = row.word_count
            place.flags = row.flags
            out.append(place)
        return out

    @property
    def quote_count(self):
        return self.rows.quotes.size()

    def match_quotes(self, Index index, str answer, list order, list goes_on, list scopes):
        """Looks for the quotations of the answer that was compared, one list of sources for each in `scopes`.

        Raises ValueError where the lists do not fit.
        """
        cdef DocumentOrder documents
        cdef vector[vector[int32_t]] c_scopes
        cdef vector[int32_t] scope
        cdef Py_ssize_t size
        cdef const char* start = PyUnicode_AsUTF8AndSize(answer, &size)
        cdef string_view view = string_view(start, <size_t>size)
        for source in order:
            documents.order.push_back(source)
        for flag in goes_on:
            documents.goes_on.push_back(<uint8_t>(1 if flag else 0))
        for sources in scopes:
            scope.clear()
            for source in sources:
                scope.push_back(source)
            c_scopes.push_back(scope)
        with nogil:
            match_quotes(dereference(index.index), view, documents, c_scopes, self.rows)

    def quotes(self):
        cdef list out = []
        cdef Quotation quote
        cdef QuotePlace place
        cdef QuoteChange change
        cdef QuoteRow row
        cdef QuotePlaceRow place_row
        cdef QuoteChangeRow change_row
        cdef size_t i
        cdef int32_t k
        for i in range(self.rows.quotes.size()):
            row = self.rows.quotes[i]
            quote = Quotation.__new__(Quotation)
            quote.start = row.start_byte
            quote.end = row.end_byte
            quote.outer_start = row.outer_start
            quote.outer_end = row.outer_end
            quote.segment = row.segment
            quote.last_segment = row.last_segment
            quote.word_count = row.word_count
            quote.han_count = row.han_count
            quote.relation = row.relation
            quote.matched = row.matched
            quote.flags = row.flags
            quote.places = []
            for k in range(row.first_place, row.first_place + row.place_count):
                place_row = self.rows.quote_places[k]
                place = QuotePlace.__new__(QuotePlace)
                place.source = place_row.source
                place.start = place_row.start_byte
                place.end = place_row.end_byte
                quote.places.append(place)
            quote.changes = []
            for k in range(row.first_change, row.first_change + row.change_count):
                change_row = self.rows.quote_changes[k]
                change = QuoteChange.__new__(QuoteChange)
                change.answer_start = change_row.answer_start
                change.answer_end = change_row.answer_end
                change.source = change_row.source
                change.source_start = change_row.source_start
                change.source_end = change_row.source_end
                quote.changes.append(change)
            out.append(quote)
        return out

    def contrasts(self):
        cdef list out = []
        cdef Contrast one
        cdef ContrastRow row
        cdef size_t i
        for i in range(self.rows.contrasts.size()):
            row = self.rows.contrasts[i]
            one = Contrast.__new__(Contrast)
            one.segment = row.segment
            one.source = row.source
            one.group = row.group
            one.side = row.side
            one.answer_start = row.answer_start
            one.answer_end = row.answer_end
            one.source_start = row.source_start
            one.source_end = row.source_end
            one.left_run = row.left_run
            one.right_run = row.right_run
            one.near = row.near
            one.near_count = row.near_count
            one.same_fit = row.same_fit
            one.fit = row.fit
            one.claim_matched = row.claim_matched
            one.claim_count = row.claim_count
            one.flags = row.flags
            out.append(one)
        return out

    def words(self, TextOffsets answer, Builder word):
        """The content words of the answer, quantities in, markers and stop words out: found ones and others.

        Han bigrams that overlap and are found alike are joined to runs. `word` is built from its span and its text.
        """
        cdef list found = []
        cdef list missing = []
        cdef size_t i = 0
        cdef size_t count = self.rows.tokens.size()
        cdef const TokenRow* tokens = self.rows.tokens.data()
        cdef int32_t start, end
        cdef uint32_t kind
        cdef object row
        while i < count:
            if tokens[i].flags & UNCOUNTED:
                i += 1
                continue
            start = tokens[i].start_byte
            end = tokens[i].end_byte
            kind = tokens[i].flags & (TOKEN_FOUND | TOKEN_HAN)
            i += 1
            while (kind & TOKEN_HAN and i < count and tokens[i].start_byte < end
                   and tokens[i].flags & (TOKEN_FOUND | TOKEN_HAN | UNCOUNTED) == kind):
                end = tokens[i].end_byte
                i += 1
            row = word.build_pair(answer.span(start, end), answer.text(start, end))
            (found if kind & TOKEN_FOUND else missing).append(row)
        return found, missing

    def token_rows(self):
        return buffer_of(self.rows.tokens.data(), self.rows.tokens.size(), sizeof(TokenRow))
